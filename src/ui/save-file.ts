/** SavedFile is a file being written to the place that the reader chose. */
export interface SavedFile {
  /**
   * `picked`: the reader chose its place, and it is streamed there. `download`: it is collected in memory and
   * passed to the browser when complete.
   */
  readonly kind: 'picked' | 'download';
  /** Its name, which the reader may have changed. */
  readonly name: string;
  /** Closed, it completes the file; aborted, it leaves none. */
  readonly stream: WritableStream<Uint8Array>;
  /** Its handle, so that another file can be offered the same folder. */
  readonly handle?: FileSystemFileHandle;
}

/** FileToSave describes the file to offer. */
interface FileToSave {
  readonly name: string;
  /** Its media type. */
  readonly type: string;
  /** A file in whose folder it belongs. */
  readonly beside?: FileSystemFileHandle | undefined;
}

/**
 * saveFile asks where to save a file if the browser can; else it is a download. Undefined if the reader
 * cancels. Needs a recent press.
 */
export async function saveFile(file: FileToSave): Promise<SavedFile | undefined> {
  const { showSaveFilePicker: pick } = window as Window & { showSaveFilePicker?: Picker };
  if (pick === undefined) return download(file);
  try {
    const handle = await pick.call(window, {
      suggestedName: file.name,
      ...(file.beside === undefined ? {} : { startIn: file.beside }),
    });
    return { kind: 'picked', name: handle.name, handle, stream: await handle.createWritable() };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    // A page in a frame may not ask.
    return download(file);
  }
}

type Picker = (options: {
  suggestedName: string;
  startIn?: FileSystemFileHandle;
}) => Promise<FileSystemFileHandle>;

function download({ name, type }: FileToSave): SavedFile {
  // A browser may put blobs on disk.
  const blobs: Blob[] = [];
  const stream = new WritableStream<Uint8Array>({
    write: (piece) => void blobs.push(new Blob([piece as Uint8Array<ArrayBuffer>])),
    close: () => hand(new Blob(blobs, { type }), name),
  });
  return { kind: 'download', name, stream };
}

function hand(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the address after the click is handled; a large file takes long.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** saveText downloads a text as a file of that name and media type. */
export function saveText(file: {
  readonly name: string;
  readonly text: string;
  readonly type: string;
}): void {
  hand(new Blob([file.text], { type: file.type }), file.name);
}

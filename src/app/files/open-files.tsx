import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { type FileProgress, useSite } from '../../query/site-context.ts';
import { Button } from '../../ui/button.tsx';
import { countOf } from '../../ui/format.ts';
import { Literal } from '../../ui/literal.tsx';
import { parseRegisterId } from '../../ui/paths.ts';
import { ReadingProgress } from '../../ui/reading-progress.tsx';

/** EVIDENCE matches the beginning of a bundle or a report, and never of an RSF file. */
const EVIDENCE = /^\uFEFF?\s*\{/;

/** MOST_EVIDENCE is far beyond the bytes of any evidence file: the text is passed in the history state. */
const MOST_EVIDENCE = 2_000_000;

/**
 * OpenFiles opens RSF files, which stay in this browser, or an evidence file in Check, and shows how far it is.
 * Several RSF files are a family: links between them work, and they are listed together.
 */
export function OpenFiles({ files, onClose }: { files: readonly File[]; onClose: () => void }) {
  const site = useSite();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [reading, setReading] = useState<{ words: string; stop: AbortController }>();
  const [progress, setProgress] = useState<FileProgress>();
  const [note, setNote] = useState('');
  const message = useRef<HTMLParagraphElement>(null);
  const open = useEffectEvent(async (left: AbortSignal): Promise<void> => {
    const stop = new AbortController();
    const signal = AbortSignal.any([left, stop.signal]);
    const opened: string[] = [];
    const problems: string[] = [];
    for (const [index, file] of files.entries()) {
      const count = files.length > 1 ? ` (${index + 1} of ${files.length})` : '';
      const text = await (file.size > MOST_EVIDENCE ? '' : file.text().catch(() => ''));
      if (left.aborted) return;
      if (EVIDENCE.test(text) && files.length === 1) {
        onClose();
        return void navigate('/check', { state: { pasted: text, name: file.name } });
      }
      setReading({ words: `Reading ${file.name}${count} …`, stop });
      setProgress(undefined);
      const result = await site
        .openFile(file, { signal, onProgress: setProgress })
        .catch((error: unknown) => {
          if (!signal.aborted) throw error;
        });
      if (result === undefined) break;
      if ('id' in result) {
        opened.push(result.id);
        // A file of this name that was opened before may have lacked some lines.
        const { id } = result;
        const register = parseRegisterId(id);
        if (register?.kind === 'file') void queries.resetQueries({ queryKey: ['file', register.file] });
        site.restartSessions(queries, (one) => one === id || one.startsWith(`${id}~`));
      } else problems.push(`${file.name}: ${result.problem}`);
    }
    if (left.aborted) return;
    setReading(undefined);
    if (stop.signal.aborted) problems.push('Reading was stopped. Nothing of the file was kept.');
    if (files.length === 1 && problems.length === 0) onClose();
    else if (opened.length > 0)
      problems.unshift(`${countOf(opened.length, 'register')} opened, listed under “Files in this browser”.`);
    setNote(problems.join(' '));
    if (opened.length > 0) void navigate(files.length === 1 ? `/${opened[0]}` : '/');
  });
  useEffect(() => {
    // Other files may take their place, or the reader may dismiss them, while they are read.
    const leaving = new AbortController();
    const timer = setTimeout(() => void open(leaving.signal));
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, []);
  useEffect(() => message.current?.focus(), [note]);
  return (
    <section className="floating padded group unprinted" aria-label="Open files">
      <p ref={message} tabIndex={-1} data-announce={reading && ''}>
        <Literal text={reading?.words ?? note} />
      </p>
      {reading ? (
        <ReadingProgress progress={progress} onStop={() => reading.stop.abort()} />
      ) : (
        <Button onClick={onClose}>Dismiss</Button>
      )}
    </section>
  );
}

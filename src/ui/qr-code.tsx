import { type ReactNode, useId } from 'react';
import { encode } from 'uqr';
import { capital } from './format.ts';
import { CopyButton } from './hash/copy-button.tsx';

/**
 * MOST_BYTES is what the largest QR code (version 40) holds at the lowest error
 * correction level, ISO/IEC 18004.
 */
const MOST_BYTES = 2953;

/**
 * QrCode draws a text as a QR code, dark on white in either theme, with the quiet zone of four modules that
 * readers need (ISO/IEC 18004); or says that it is too long for one.
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  if (new TextEncoder().encode(text).length > MOST_BYTES)
    return <p className="quiet">This is too long for a QR code. Send the text itself.</p>;
  const { data, size } = encode(text, { ecc: 'L', border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      className="panel"
      width={216}
      height={216}
      style={{ forcedColorAdjust: 'none' }}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  );
}

/**
 * TextToSend shows a text for other people, below what is said of it: to copy, and as a QR code. `name` names
 * it, for example "your public key".
 */
export function TextToSend({ name, text, children }: { name: string; text: string; children: ReactNode }) {
  const id = useId();
  return (
    <div className="row coded">
      <div className="group wrap">
        {children}
        <label htmlFor={id} className="quiet">
          {capital(name)}
        </label>
        <div className="bar">
          <input id={id} readOnly value={text} onFocus={(event) => event.target.select()} />
          <CopyButton text={text} label={`Copy ${name}`}>
            Copy
          </CopyButton>
        </div>
      </div>
      <QrCode text={text} label={`QR code of ${name}`} />
    </div>
  );
}

import { useRef } from 'react';
import { abbreviate } from '../../ui/hash/abbreviate.ts';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { layoutPath, type PathLayout } from '../../ui/proof/layout-path.ts';
import { PathLines } from '../../ui/proof/path-lines.tsx';
import boxes from '../../ui/proof/path-node.module.css';
import picture from '../../ui/proof/path-picture.module.css';
import { inRem, placeStyle } from '../../ui/proof/place-style.ts';
import type { PlacedNode } from '../../ui/proof/placed.ts';
import { useWidth } from '../../ui/proof/use-width.ts';
import { OUTCOME_SIGN } from '../../ui/proof/words.ts';
import { Card } from '../../ui/card.tsx';
import type { EntryCheck } from '../../verify/protocol.ts';
import { drawnCopy, nodeWords, type DrawnCopy } from './drawn-copy.ts';
import styles from './copy-figure.module.css';

/** CopyFigure draws the way from the entry of the copy to its root, with a mark on every box that is other than in the proof that was sent. */
export function CopyFigure({ check, sent }: { check: EntryCheck; sent: EntryCheck }) {
  const stage = useRef<HTMLDivElement>(null);
  const width = useWidth(stage, 640);
  const drawn = drawnCopy(check, sent);
  const entry = `Entry ${check.entry.entryNumber} · key ${check.entry.key}`;
  const layout = layoutPath(drawn.model, width, entry);
  return (
    <Card title="The proof of the copy, drawn" note={noteOf(check, sent, drawn)}>
      <div ref={stage} className={styles['stage']}>
        <figure
          className={picture['picture']}
          style={{ inlineSize: inRem(layout.width), blockSize: inRem(layout.height) }}
          data-tone={drawn.model.tone}
          data-digits={layout.frame.digitSize}
          data-letters={layout.frame.letters || undefined}
          aria-label={`Path from entry ${check.entry.entryNumber} of the copy; it ${drawn.model.caption}`}
        >
          <div aria-hidden="true">
            <PathLines layout={layout} activeLevel={undefined} />
            <RootWords layout={layout} drawn={drawn} />
            {layout.nodes.map((node) => (
              <Box key={node.id} node={node} entry={entry} drawn={drawn} />
            ))}
          </div>
          <ol className="visually-hidden">
            {drawn.model.nodes.map((node) => (
              <li key={node.id}>
                {drawn.changed.has(node.id) && 'Changed: '}
                {nodeWords(node, check)}
                {node.hash !== undefined && `: ${abbreviate(node.hash)}`}
              </li>
            ))}
          </ol>
        </figure>
      </div>
    </Card>
  );
}

function noteOf(check: EntryCheck, sent: EntryCheck, drawn: DrawnCopy): string {
  if (check.steps.length === 0 && sent.steps.length > 0) return 'no hash was joined to another';
  return drawn.changed.size === 0
    ? 'as it was sent'
    : 'Δ marks what is other than in the proof that was sent';
}

function Box({ node, entry, drawn }: { node: PlacedNode; entry: string; drawn: DrawnCopy }) {
  const compared = drawn.model.compared.get(node.id);
  const letter = node.kind === 'sent' ? 'S' : node.kind === 'computed' || node.kind === 'leaf' ? 'C' : '';
  return (
    <>
      <div
        className={`${boxes['node']} ${styles['box']}`}
        style={placeStyle(node)}
        data-kind={node.kind}
        data-changed={drawn.changed.has(node.id) || undefined}
      >
        {node.hash === undefined ? (
          <span className={boxes['entry']}>{entry}</span>
        ) : (
          <>
            {letter !== '' && <span className={boxes['letter']}>{letter}</span>}
            <HashText hash={node.hash} {...(compared === undefined ? {} : { compareWith: compared })} />
          </>
        )}
        {drawn.changed.has(node.id) && <span className={styles['mark']}>Δ</span>}
      </div>
      {node.label !== undefined && (
        <span className={boxes['label']} style={placeStyle(node.label)} data-align={node.label.align}>
          {node.label.lines.map((line, index) => (
            <span key={index}>{line}</span>
          ))}
        </span>
      )}
    </>
  );
}

/** WHOSE names the two roots where they stand apart: the one set against the computed one is the copy's own here. */
const WHOSE: Readonly<Record<string, string>> = {
  'published root': 'root of the copy',
  published: 'of the copy',
};

function RootWords({ layout, drawn }: { layout: PathLayout; drawn: DrawnCopy }) {
  const { model } = drawn;
  return (
    <>
      <p className={picture['caption']} data-align={layout.caption.align} style={placeStyle(layout.caption)}>
        <span>
          {OUTCOME_SIGN[model.outcome]} {model.caption}
        </span>
      </p>
      {layout.notes.map((note) => (
        <span key={note.text} className={picture[note.kind]} data-align={note.align} style={placeStyle(note)}>
          {WHOSE[note.text] ?? note.text}
        </span>
      ))}
    </>
  );
}

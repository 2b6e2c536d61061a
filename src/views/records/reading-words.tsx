import { READ_WITHOUT_ASKING, type ReplicaInSight } from '../../query/replica.ts';
import { Button } from '../../ui/button.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { READ_AGAIN } from '../../ui/read-whole.tsx';

/** ReadingWords says, in one line, how far the reading of the whole register is, or offers it. Nothing once it has been read. */
export function ReadingWords({ replica }: { replica: ReplicaInSight }) {
  switch (replica.phase) {
    case 'ready':
      return null;
    case 'reading':
      return (
        <span data-passing="">
          {replica.again === true && `${READ_AGAIN} `}
          Reading the whole register: {replica.what} {formatNumber(replica.done)} of{' '}
          {formatNumber(replica.of)}. Until then only what the server has listed is searched.
        </span>
      );
    case 'failed':
      return (
        <>
          <span>
            The register could not be read whole, so that only what the server lists is searched.{' '}
            {replica.failure.message}
          </span>
          <Button kind="quiet" onClick={replica.start}>
            Read it again
          </Button>
        </>
      );
    case 'too-large':
      return (
        <span>
          The register is too large to be read whole: words, choices and order cover only the records read so
          far. An exact value is looked for by the server, among all.
        </span>
      );
    case 'absent':
      if (replica.entries === undefined || replica.entries <= READ_WITHOUT_ASKING) return null;
      return (
        <>
          <span>Words, choices and order cover only the records read so far.</span>
          <Button kind="quiet" onClick={replica.start}>
            {`Read all ${countOf(replica.entries, 'entry', 'entries')}`}
          </Button>
        </>
      );
  }
}

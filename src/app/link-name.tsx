import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { linkedNameQuery } from '../query/link-query.ts';
import { useAt } from '../ui/at.ts';
import { Literal } from '../ui/literal.tsx';
import { canBeAddressed, formatRegisterId, type RegisterId } from '../ui/paths.ts';
import type { LinkProps } from '../ui/values/rich-context.ts';
import { recentRegisters } from './link-opened.ts';
import { useSeen } from './link-seen.ts';
import { targetOf } from './link-target.ts';
import { linkSession, type LinkWorld, mayBeNamed } from './link-world.ts';
import styles from './link-value.module.css';

/** LinkName is the name of the record that a value leads to, as its server tells it now. A register shown as it was is not asked for names of its own. */
export function LinkName({ to, world }: Pick<LinkProps, 'to'> & { world: LinkWorld }) {
  const at = useAt();
  const target = useMemo(() => targetOf(world, to.prefix, recentRegisters()), [world, to.prefix]);
  if (target === undefined || to.key === undefined || !canBeAddressed(to.key) || !mayBeNamed(target))
    return null;
  if (at !== undefined && formatRegisterId(target) === formatRegisterId(world.register)) return null;
  return <Told target={target} recordKey={to.key} world={world} />;
}

function Told({ target, recordKey, world }: { target: RegisterId; recordKey: string; world: LinkWorld }) {
  const place = useRef<HTMLSpanElement>(null);
  const seen = useSeen(place, true);
  const { data } = useQuery({
    ...linkedNameQuery(linkSession(target, world.variant), recordKey),
    enabled: seen,
  });
  const name = data?.state === 'found' ? data.items[0]?.get('name') : undefined;
  return (
    <span ref={place} className={styles['told']}>
      {typeof name === 'string' && <Literal text={name} />}
    </span>
  );
}

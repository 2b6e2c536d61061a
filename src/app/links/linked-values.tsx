import { useQuery } from '@tanstack/react-query';
import { type ReactNode, use, useMemo } from 'react';
import { lazy, Part } from '../../ui/part.tsx';
import { definitionsQuery, mayLink } from '../../query/definitions-query.ts';
import { useSummary } from '../../query/register-queries.ts';
import { queryKey, useSession } from '../../query/session.ts';
import { parseRegisterId } from '../../ui/paths.ts';
import { useRegister } from '../../ui/register-paths.ts';
import { Mono } from '../../ui/literal.tsx';
import { type LinkProps, type Rich, RichContext } from '../../ui/values/rich-context.ts';
import { openedBefore } from '../local-storage.ts';
import { descriptionOf, LinkContext, type LinkingRegister } from './link-context.ts';
import { nameIn, sameRegister } from './register-name.ts';

/** LinkedValues provides definitions and links to the values within it, once the register has answered. */
export function LinkedValues({ children }: { children: ReactNode }) {
  const register = useRegister();
  const session = useSession();
  const { data: summary } = useSummary();
  const { name = nameIn(register), variant } = summary ?? {};
  const from = useMemo(
    (): LinkingRegister | undefined => variant && { register, name, variant },
    [register, name, variant],
  );
  const own = useQuery({
    ...definitionsQuery(session, { description: from && descriptionOf(from) }),
    enabled: from !== undefined,
  });
  // A register of another server may have a field register beside it.
  const { data: places = {} } = useQuery({
    queryKey: queryKey(session, 'definition-places', name ?? ''),
    queryFn: async () => from && (await import('./definition-places.ts')).definitionPlaces(from),
    enabled: from?.register.kind === 'remote',
    staleTime: Infinity,
  });
  const all = useQuery({
    ...definitionsQuery(session, places),
    enabled: own.data !== undefined && places.fieldRegister !== undefined,
  });
  const definitions = all.data ?? own.data;
  const rich = useMemo(
    (): Rich | undefined => definitions && { own: name, definitions, Link, NameOf, Backlinks },
    [name, definitions],
  );
  return (
    <LinkContext value={from}>
      <RichContext value={rich}>{children}</RichContext>
    </LinkContext>
  );
}

// Few records link to others.
const linkValue = async () => import('./link-value.tsx');
const LinkValue = lazy(async () => ({ default: (await linkValue()).LinkValue }));
const LinkName = lazy(async () => ({ default: (await linkValue()).LinkName }));

function Link(props: LinkProps) {
  const plain = <Mono text={props.text} most={20_000} />;
  return (
    <Part fallback={plain} missing={plain}>
      <LinkValue {...props} />
    </Part>
  );
}

function NameOf(props: Pick<LinkProps, 'to'>) {
  return (
    <Part missing={null}>
      <LinkName {...props} />
    </Part>
  );
}

const OpenedBacklinks = lazy(async () => ({ default: (await import('./backlinks.tsx')).Backlinks }));

/** Backlinks offers to look for the records that link to a record, if a register that was opened may hold such links. */
function Backlinks({ recordKey }: { recordKey: string }) {
  const from = use(LinkContext);
  const definitions = use(RichContext)?.definitions;
  if (from === undefined || definitions === undefined) return null;
  const isAlone = openedBefore.read().every(({ id }) => {
    const register = parseRegisterId(id);
    return register === undefined || sameRegister(register, from.register);
  });
  if (isAlone && !mayLink(definitions, from.name, from.name)) return null;
  return (
    <Part>
      <OpenedBacklinks recordKey={recordKey} />
    </Part>
  );
}

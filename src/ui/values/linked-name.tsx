import { use } from 'react';
import { linkOf } from '../../core/link.ts';
import { RichContext } from './rich-context.ts';

/** LinkedName is the name of the record that a value of an attribute leads to, as text; nothing where its attribute is not known to lead anywhere. */
export function LinkedName({ attribute, value }: { attribute: string; value: string }) {
  const rich = use(RichContext);
  const definition = rich?.definitions.get(attribute);
  const to = definition && linkOf(value, definition);
  if (rich === undefined || to === undefined || attribute === rich.own) return null;
  return <rich.NameOf to={to} />;
}

import { createContext, type ComponentType, type ReactNode } from 'react';
import type { Curie, Definition } from '../../core/definition.ts';
import type { AttributeValue } from '../../core/model.ts';

/** ValueProps are the props of a value. */
export interface ValueProps {
  readonly value: AttributeValue | undefined;
  /** The attribute in the register's own schema; definitions have more. */
  readonly datatype?: string | undefined;
  readonly attribute?: string;
  /** Shown for a value that is not set. */
  readonly unset?: ReactNode;
  /** Whether the name of a linked record is shown beside its key. */
  readonly named?: boolean;
}

/** SetValue is a value that is set: a text or a list, neither of them empty. */
export type SetValue = string | readonly string[];

/** LinkProps is a value that points to a record of some register, or to a whole register. */
export interface LinkProps {
  readonly to: Curie;
  /** The exact value in the data. */
  readonly text: string;
  readonly named: boolean;
  /** Whether it only looks like a link: then no server is asked about it. */
  readonly guessed: boolean;
}

/** RegisterDefinitions provides the definitions of attributes and the targets of values. */
export interface RegisterDefinitions {
  /** The register's name, if known: the attribute of that name repeats the key. */
  readonly own: string | undefined;
  readonly definitions: ReadonlyMap<string, Definition>;
  readonly Link: ComponentType<LinkProps>;
  /** The name of the record that a value points to, as text, once known; where a link is not possible. */
  readonly NameOf: ComponentType<Pick<LinkProps, 'to'>>;
  /** The records that point to a record of this register. */
  readonly Backlinks: ComponentType<{ readonly recordKey: string }>;
}

/** DefinitionContext carries it once loaded; without it values are shown by their form alone. */
export const DefinitionContext = createContext<RegisterDefinitions | undefined>(undefined);

import { createContext, type ComponentType, type ReactNode } from 'react';
import type { Curie, Definition } from '../../core/definition.ts';
import type { AttributeValue, Item } from '../../core/model.ts';

/** ValueProps is what a value is shown with. */
export interface ValueProps {
  readonly value: AttributeValue | undefined;
  /** What the register's own schema says; definitions know more. */
  readonly datatype?: string | undefined;
  readonly attribute?: string;
  /** What stands for a value that is not set. */
  readonly unset?: ReactNode;
  /** Whether the name of a linked record is shown beside its key. */
  readonly named?: boolean;
}

/** SetValue is a value that is set: a text or a list, neither of them empty. */
export type SetValue = string | readonly string[];

/** LinkProps is a value that points to a record of some register, or to a whole register. */
export interface LinkProps {
  readonly to: Curie;
  /** The value as it is in the data. */
  readonly text: string;
  readonly named: boolean;
  /** Whether it is only taken for a link because of what it looks like: then no server is asked about it. */
  readonly guessed: boolean;
}

/** Rich is what is known beyond the values themselves: what their attributes mean, and where they lead. */
export interface Rich {
  /** What the register is called, as far as that is known: the attribute of that name repeats the key. */
  readonly own: string | undefined;
  readonly definitions: ReadonlyMap<string, Definition>;
  /** The name of an attribute, which opens what is known of it. */
  readonly Name: ComponentType<{ readonly attribute: string; readonly value: AttributeValue | undefined }>;
  readonly Link: ComponentType<LinkProps>;
  /** The name of the record that a value leads to, alone and as text, once it is known; for places where a link cannot stand. */
  readonly NameOf: ComponentType<Pick<LinkProps, 'to'>>;
  /** Says of a record that has ended that it has, by its data; empty for any other. */
  readonly Ended: ComponentType<{ readonly item: Item | undefined }>;
  /** The records that point to a record of this register. */
  readonly Backlinks: ComponentType<{ readonly recordKey: string }>;
}

/** RichContext carries it once it has been fetched; without it values are shown by their looks alone. */
export const RichContext = createContext<Rich | undefined>(undefined);

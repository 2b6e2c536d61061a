import {
  Component,
  type ComponentType,
  createContext,
  lazy as lazyOnce,
  type ReactNode,
  Suspense,
  use,
} from 'react';
import { isMissingCode } from '../core/missing-code.ts';
import { Button } from './button.tsx';

declare const __SINGLE_FILE__: boolean;

/** Attempt numbers what a boundary shows from one failure to the next. */
const Attempt = createContext(0);
let attempts = 0;

/** ResetKey is that of the boundary around, for the parts in it. */
const ResetKey = createContext('');

/** LazyParts are the components that a module exports. */
type LazyParts<Module> = {
  readonly [
    Name in keyof Module as Module[Name] extends (props: never) => ReactNode ? Name : never
  ]: Module[Name];
};

/**
 * lazyParts returns the components of a module by their names; its code is fetched when the first of them is drawn.
 * Destructure the result once, outside of components: each access makes another component.
 */
export function lazyParts<Module extends object>(load: () => Promise<Module>): LazyParts<Module> {
  const partOf = (_: unknown, name: string | symbol) =>
    lazy(async () => (await load())[name as keyof Module] as ComponentType<object>);
  return new Proxy({}, { get: partOf }) as LazyParts<Module>;
}

/** lazy is React's, of a component by its name; code that could not be loaded is asked for again in the next attempt of a boundary. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let failedIn: number | undefined;
  let Loaded: ComponentType<Props> | undefined;
  return function Lazy(props: Props) {
    const attempt = use(Attempt);
    if (Loaded === undefined || (failedIn !== undefined && failedIn !== attempt)) {
      failedIn = undefined;
      Loaded = lazyOnce(async () => {
        try {
          return { default: await load() };
        } catch (error) {
          failedIn = attempt;
          throw error;
        }
      });
    }
    return <Loaded {...props} />;
  };
}

interface BoundaryProps {
  readonly children: ReactNode;
  /** A failure is forgotten when this changes. */
  readonly resetKey?: string;
  /** What is shown in place of the children after a failure; `again` shows them once more. */
  readonly caught: (error: Error, again: () => void) => ReactNode;
}

/** Boundary keeps a failure to its part of the page. Code that is missing is asked for again once the browser is online. */
export class Boundary extends Component<BoundaryProps, { error: Error | undefined; attempt: number }> {
  override state = { error: undefined, attempt: ++attempts };

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  readonly again = (): void => this.setState({ error: undefined, attempt: ++attempts });

  readonly cameBack = (): void => {
    if (isMissingCode(this.state.error)) this.again();
  };

  override componentDidMount(): void {
    addEventListener('online', this.cameBack);
  }

  override componentWillUnmount(): void {
    removeEventListener('online', this.cameBack);
  }

  override componentDidUpdate(previous: BoundaryProps): void {
    if (previous.resetKey !== this.props.resetKey && this.state.error !== undefined) this.again();
  }

  override render(): ReactNode {
    const { error, attempt } = this.state;
    if (error !== undefined) return this.props.caught(error, this.again);
    return (
      <ResetKey value={this.props.resetKey ?? ''}>
        <Attempt value={attempt}>{this.props.children}</Attempt>
      </ResetKey>
    );
  }
}

/**
 * loadAgain loads missing code again: where the site answers, the whole page, of which there may be a newer
 * version; else it would be lost, too.
 */
export async function loadAgain(again: () => void): Promise<void> {
  const site = __SINGLE_FILE__ ? location.href : import.meta.env.BASE_URL;
  const answers = async () => (await fetch(site, { method: 'HEAD', cache: 'no-store' })).ok;
  if (location.protocol === 'file:' || (await answers().catch(() => false))) location.reload();
  else again();
}

/**
 * Part is a part of a page whose code comes later: until then `fallback`, and if it cannot be loaded, `missing`, or
 * a line that says so. `onMissing` is called when that line is shown, and what it returns when it is not any more.
 */
export function Part({
  children,
  fallback,
  missing,
  onMissing,
}: {
  children: ReactNode;
  fallback?: ReactNode;
  missing?: ReactNode;
  onMissing?: () => () => void;
}) {
  const caught = (error: Error, again: () => void): ReactNode => {
    if (!isMissingCode(error)) throw error;
    if (missing !== undefined) return missing;
    return (
      <p ref={onMissing} className="quiet" data-announce="">
        A part of this page could not be loaded.{' '}
        <Button onClick={() => void loadAgain(again)}>Load it again</Button>
      </p>
    );
  };
  return (
    <Boundary resetKey={use(ResetKey)} caught={caught}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </Boundary>
  );
}

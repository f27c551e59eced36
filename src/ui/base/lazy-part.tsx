import {
  type ComponentType,
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useState,
} from 'react';
import { watchedValue } from './watched-value.ts';

/**
 * One function for each component on the page whose code could not be loaded: it requests the code
 * again. The application's bar tells of such components and offers to try again.
 */
export const missingParts = watchedValue<readonly (() => void)[]>([]);

type LoadState = { readonly retry: () => void; readonly meanwhile: ReactNode; readonly isHelper: boolean };

const PlaceOfPart = createContext<LoadState>({ retry: () => undefined, meanwhile: null, isHelper: true });

/**
 * Replaces a component whose code could not be loaded. Its code is requested again at the next
 * press on the page, when the network returns, and when the component is drawn anew.
 */
function MissingPart() {
  const { retry, meanwhile, isHelper } = useContext(PlaceOfPart);
  useEffect(() => {
    if (!isHelper) missingParts.set([...missingParts.current(), retry]);
    addEventListener('online', retry);
    addEventListener('click', retry, { capture: true });
    return () => {
      missingParts.set(missingParts.current().filter((other) => other !== retry));
      removeEventListener('online', retry);
      removeEventListener('click', retry, { capture: true });
    };
  }, [retry, isHelper]);
  return isHelper ? null : meanwhile;
}

/**
 * `isHelper`: the screen works without the component, so nothing is shown where it can't be loaded.
 * `meanwhile` is shown until the component's code has loaded. It stays where the code of a
 * component that is no helper can't be loaded.
 */
type PartOptions<Props> = {
  readonly meanwhile?: ReactNode | ((props: Props) => ReactNode);
  readonly isHelper?: boolean;
};

/**
 * A component in a file of its own, which is loaded when the component is first drawn. A failed
 * load is not kept: React's own `lazy` would answer with the same failure for as long as the page
 * is open.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { meanwhile = null, isHelper = false }: PartOptions<Props> = {},
): ComponentType<Props> {
  const fresh = (): ComponentType<Props> =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch {
        newest = fresh();
        return { default: MissingPart };
      }
    });
  let newest = fresh();
  return function LazyPart(props: Props) {
    const [Part, setPart] = useState(() => newest);
    const [retry] = useState(() => () => setPart(() => newest));
    const place = { retry, isHelper, meanwhile: typeof meanwhile === 'function' ? meanwhile(props) : meanwhile };
    return (
      <PlaceOfPart value={place}>
        <Suspense fallback={place.meanwhile}>
          <Part {...props} />
        </Suspense>
      </PlaceOfPart>
    );
  };
}

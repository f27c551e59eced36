import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

/**
 * Draws a component whose code is loaded when it is first wanted, and nothing before that. `wish` is null while nothing is
 * wanted. When the code cannot be had, each new wish asks for it again. `load` is a function of the module, the same each
 * time; `children` draws the component.
 */
export function Late<Props>({
  wish,
  load,
  children,
}: {
  wish: unknown;
  load: () => Promise<ComponentType<Props>>;
  children: (Loaded: ComponentType<Props>) => ReactNode;
}) {
  const [loaded, setLoaded] = useState<ComponentType<Props> | null>(null);
  const asked = loaded === null ? wish : null;
  useEffect(() => {
    if (asked === null) return;
    load().then(
      (component) => setLoaded(() => component),
      // A part that is gone from the server makes the application offer its new version.
      () => undefined,
    );
  }, [asked, load]);
  return loaded === null ? null : children(loaded);
}

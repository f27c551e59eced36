import { type ReactNode, useEffect, useRef } from 'react';
import { hasNavigated } from './navigated.ts';

/**
 * The h1 of a screen. After a navigation it receives the focus, so that a screen reader says where
 * the person is. `windowTitle` names the window (`PMVI 042 · Malote`).
 */
export function ScreenHeading(props: {
  children: ReactNode;
  windowTitle: string;
  className?: string | undefined;
  id?: string | undefined;
}) {
  const { children, windowTitle, className, id } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${windowTitle} · Malote`;
  }, [windowTitle]);
  useEffect(() => {
    if (hasNavigated()) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} id={id} className={className}>
      {children}
    </h1>
  );
}

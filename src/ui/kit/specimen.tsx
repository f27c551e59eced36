import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import styles from './kit-page.module.css';

/** One component of the kit with all its states; `name` is what other rooms import. */
export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className={styles.specimen}>
      <h3 className={styles.name} translate="no">
        {name}
      </h3>
      <div className={styles.states}>{children}</div>
    </section>
  );
}

/** One state under its name. `isWide` takes the whole line: text fields, lists, banners. */
export function State(props: { name: string; isWide?: boolean; children: ReactNode }) {
  const { name, isWide = false, children } = props;
  return (
    <div className={isWide ? styles.wide : styles.state}>
      <span className={styles.caption}>{name}</span>
      <div>{children}</div>
    </div>
  );
}

const MARKS = { hovered: 'data-hovered', focused: 'data-focus-visible', pressed: 'data-pressed' };

/**
 * Draws its child as if the pointer or the keyboard were on it. react-aria marks an element that is
 * hovered, focused or pressed with an attribute, which every style of the kit reads. This component
 * sets that attribute by hand. `of`: the selector of the element; by default the first element of
 * react-aria.
 */
export function As(props: { state: keyof typeof MARKS; of?: string; children: ReactNode }) {
  const { state, of = '[data-rac]', children } = props;
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.querySelector(of)?.setAttribute(MARKS[state], 'true'), [state, of]);
  return <div ref={place}>{children}</div>;
}

/** Keeps the value of a controlled component, so that every state can be tried by hand. */
export function Held<Value>(props: {
  initial: Value;
  children: (value: Value, onChange: (next: Value) => void) => ReactNode;
}) {
  const [value, setValue] = useState<Value>(props.initial);
  return props.children(value, (next) => setValue(() => next));
}

/** A handler for specimens whose presses have no effect. */
export const nothing = () => undefined;

/** A sentence that is longer than its place. */
export const LONG =
  'Encaminhamento do processo administrativo de desapropriação amigável do imóvel da Rua Presidente Juscelino Kubitschek de Oliveira';

import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import type { DraftPage, PicturePoint } from '#mirror/store/draft-row.ts';
import { CORNER_NAMES, PAGES_TEXT } from '../../text/document/files.ts';
import styles from './crop-frame.module.css';
import { type Corners, movedCorner, turnedPoint, unturnedPoint } from './sheet-geometry.ts';

/**
 * Step of a corner for one press of an arrow key, as a fraction of the picture: FAR with Shift,
 * NEAR without.
 */
const FAR = 0.05;
const NEAR = 0.01;

const STEPS: Readonly<Record<string, PicturePoint>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/**
 * The four corners of the sheet over a turned photograph. They are dragged, or moved by the arrow
 * keys; `onCorners` is called once, when a corner is released.
 */
export function CropFrame(props: {
  corners: Corners;
  turns: DraftPage['turns'];
  onCorners: (corners: Corners) => void;
}) {
  const { corners, turns, onCorners } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [moving, setMoving] = useState<{ from: Corners; now: Corners } | null>(null);
  // A moved corner counts only for the corners with which the drag began. Other `corners` replace
  // it.
  const shown = moving?.from === corners ? moving.now : corners;
  const seen = shown.map((corner) => turnedPoint(corner, turns));
  const outline = seen.map(({ x, y }) => `${x},${y}`).join(' ');

  function move(index: number, to: PicturePoint) {
    setMoving({ from: corners, now: movedCorner(shown, { index, to: unturnedPoint(to, turns) }) });
  }

  function drag(index: number, event: PointerEvent<HTMLButtonElement>) {
    const box = frame.current?.getBoundingClientRect();
    if (box === undefined || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    move(index, { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height });
  }

  function step(index: number, event: KeyboardEvent) {
    const way = STEPS[event.key];
    const from = seen[index];
    if (way === undefined || from === undefined) return;
    event.preventDefault();
    const far = event.shiftKey ? FAR : NEAR;
    move(index, { x: from.x + way.x * far, y: from.y + way.y * far });
  }

  function letGo() {
    if (moving !== null && moving.from === corners && moving.now !== corners) onCorners(moving.now);
  }

  return (
    <div ref={frame} className={styles.frame}>
      <svg viewBox="0 0 1 1" preserveAspectRatio="none" className={styles.lines} aria-hidden>
        <path
          d={`M0 0H1V1H0Z M${seen.map(({ x, y }) => `${x} ${y}`).join('L')}Z`}
          fillRule="evenodd"
          className={styles.outside}
        />
        <polygon points={outline} className={styles.sheet} vectorEffect="non-scaling-stroke" />
      </svg>
      {/* The hint is drawn below the corners, which may overlap it. */}
      <p className={styles.hint}>{PAGES_TEXT.dragCorners}</p>
      {seen.map(({ x, y }, index) => (
        <button
          key={index}
          type="button"
          className={styles.corner}
          style={{ insetInlineStart: `${x * 100}%`, insetBlockStart: `${y * 100}%` }}
          aria-label={`${CORNER_NAMES[(index + turns) % 4] ?? ''}: ${percent(x)} e ${percent(y)}`}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={(event) => drag(index, event)}
          onPointerUp={letGo}
          onPointerCancel={() => setMoving(null)}
          onKeyDown={(event) => step(index, event)}
          onKeyUp={letGo}
          onBlur={letGo}
        />
      ))}
    </div>
  );
}

function percent(fraction: number): string {
  return `${Math.round(fraction * 100)}%`;
}

// The screen of one engine as a person uses it: find by role and name, press, type, wait. The same
// in every engine.

import { writeFile } from 'node:fs/promises';
import { eventually } from '../within.ts';
import type { Driver, Size } from './driver.ts';
import { LOCATE, type Role, type Sight, type Target } from './locate.ts';

const WAIT_MS = 20_000;

export class Screen {
  readonly driver: Driver;
  readonly #origin: string;

  constructor(driver: Driver, origin: string) {
    this.driver = driver;
    this.#origin = origin;
  }

  async goto(path: string): Promise<void> {
    await this.driver.goto(`${this.#origin}${path}`);
  }

  /** Reloads the page; resolves when the new page has started. */
  async reload(): Promise<void> {
    const startedAt = () => this.driver.evaluate<number>('return performance.timeOrigin');
    const before = await startedAt();
    await this.driver.evaluate('setTimeout(() => location.reload())');
    await eventually(WAIT_MS, {
      doing: 'the page loads again',
      ask: async () => ((await startedAt()) === before ? null : true),
    });
  }

  /** The path of the page's address. */
  path(): Promise<string> {
    return this.driver.evaluate<string>('return location.pathname');
  }

  look(target: Target): Promise<Sight> {
    return this.driver.evaluate<Sight>(LOCATE, target);
  }

  /** Waits until the target is visible, or until `until` accepts it. */
  see(target: Target, { timeout = WAIT_MS, until }: { timeout?: number; until?: (sight: Sight) => boolean } = {}) {
    let last: Sight | null = null;
    return eventually(timeout, {
      doing: `seeing ${JSON.stringify(target)}`,
      ask: async () => {
        last = await this.look(target);
        return (until?.(last) ?? last.count > 0) ? last : null;
      },
    }).catch(async (error: unknown) => {
      const shown = await this.driver.evaluate<string>('return location.href + "\\n" + document.body.innerText');
      throw new Error(`${String(error)}\nlast seen: ${JSON.stringify(last)}\non the screen: ${shown}`, {
        cause: error,
      });
    });
  }

  /** Waits until no match is visible. */
  async gone(target: Target, { timeout = WAIT_MS }: { timeout?: number } = {}): Promise<void> {
    await this.see(target, { timeout, until: (sight) => sight.count === 0 });
  }

  /** Presses the target as soon as it is enabled, does not move and is not covered. */
  async tap(target: Target): Promise<void> {
    let before = '';
    const { point } = await this.see(target, {
      until: (sight) => {
        const at = JSON.stringify(sight.point);
        const stands = at === before;
        before = at;
        return stands && sight.enabled && sight.point !== null;
      },
    });
    if (point !== null) await this.driver.click(point);
  }

  /** Presses a field and types into it; resolves when the field has the text. */
  async write(target: Target, text: string): Promise<void> {
    await this.tap(target);
    await this.see(target, { until: (sight) => sight.focused });
    await this.driver.type(text);
    await this.see(target, { until: (sight) => sight.value === text || sight.text.includes(text) });
  }

  heading(name: string): Promise<Sight> {
    return this.see({ role: 'heading', name });
  }

  press(role: Role, name: string): Promise<void> {
    return this.tap({ role, name, exact: true });
  }

  /** Writes a PNG of the viewport at `size` to `file`. */
  async picture(file: string, size?: Size): Promise<void> {
    if (size !== undefined) {
      await this.driver.resize(size);
      await eventually(WAIT_MS, {
        doing: `the viewport has ${size.width} px`,
        ask: async () => (await this.driver.evaluate<number>('return innerWidth')) === size.width || null,
      });
    }
    await writeFile(file, await this.driver.screenshot());
  }
}

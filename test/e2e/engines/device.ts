// A person's device in any engine: a browser with a profile of its own on disk that can be closed,
// killed and opened again. It uses the network of the machine, so a test stops the server itself to
// take it away.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SampleFile } from '../sample-files.ts';
import type { ColorScheme, Driver, Engine, Size } from './driver.ts';
import { Screen } from './screen.ts';

export type EngineDeviceOptions = {
  readonly engine: Engine;
  /** Address of the application, without a path. */
  readonly origin: string;
  readonly size?: Size;
  readonly colorScheme?: ColorScheme;
};

const DESK: Size = { width: 1440, height: 900 };

export class EngineDevice {
  readonly engine: Engine;
  readonly #options: EngineDeviceOptions;
  readonly #folder: string;
  #driver: Driver | null = null;
  #screen: Screen | null = null;

  private constructor(options: EngineDeviceOptions, folder: string) {
    this.engine = options.engine;
    this.#options = options;
    this.#folder = folder;
  }

  /** Makes a device with an empty profile. The browser is not open yet. */
  static async make(options: EngineDeviceOptions): Promise<EngineDevice> {
    return new EngineDevice(options, await mkdtemp(join(tmpdir(), 'malote-engine-')));
  }

  get screen(): Screen {
    if (this.#screen === null) throw new Error('The device is closed');
    return this.#screen;
  }

  /** Opens the browser on its profile and goes to `path`. */
  async open(path: string): Promise<Screen> {
    const profile = join(this.#folder, 'profile');
    await mkdir(profile, { recursive: true });
    const { size = DESK, colorScheme } = this.#options;
    this.#driver = await this.engine.launch({
      profile,
      size,
      ...(colorScheme === undefined ? {} : { colorScheme }),
    });
    this.#screen = new Screen(this.#driver, this.#options.origin);
    await this.#screen.goto(path);
    return this.#screen;
  }

  /** Writes files to the disk of the device and returns their paths. */
  async store(files: readonly SampleFile[]): Promise<string[]> {
    const paths = files.map(({ name }) => join(this.#folder, name));
    for (const [index, path] of paths.entries()) await writeFile(path, files[index]?.bytes ?? '');
    return paths;
  }

  /** Closes the browser as a person does. */
  close(): Promise<void> {
    return this.#end((driver) => driver.close());
  }

  /** Sends SIGKILL to the whole browser, so that no code of a page runs at the end. */
  kill(): Promise<void> {
    return this.#end((driver) => driver.kill());
  }

  async dispose(): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async #end(how: (driver: Driver) => Promise<void>): Promise<void> {
    const driver = this.#driver;
    this.#driver = null;
    this.#screen = null;
    if (driver !== null) await how(driver);
  }
}

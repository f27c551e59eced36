import { describe, expect, it } from 'vitest';
import {
  choosesNothing,
  isAsPictured,
  PICTURE_FORMAT,
  pictureAt,
  type StartPicture,
  stateOf,
} from './start-picture.ts';

const NOTES = { documentChanges: { version: 7 }, referenceVersion: 3 };
const PICTURE: StartPicture = {
  format: PICTURE_FORMAT,
  state: stateOf(NOTES),
  fromMs: 1000,
  untilMs: 2000,
  page: 'v1 390x844',
  width: 375,
  html: '<main></main>',
  sheets: ['/assets/base.css'],
};
const NOW = { notes: NOTES, page: 'v1 390x844', nowMs: 1500 };

describe('of which address a picture is kept', () => {
  it.each([
    ['/admin/home', 'homePicture'],
    ['/admin/manage-documents', 'listPicture'],
    ['/admin/view-document/3', undefined],
    ['/login', undefined],
    ['', undefined],
  ])('%s: %s', (pathname, name) => {
    expect(pictureAt(pathname)).toBe(name);
  });

  it.each([
    ['', true],
    ['?origem=app', true],
    ['?status=overdue', false],
    ['?menu=1', false],
    ['?origem=app&menu=1', false],
  ])('with "%s": %s', (search, isPlain) => {
    expect(choosesNothing(search)).toBe(isPlain);
  });
});

describe('whether a screen still looks like its picture', () => {
  it('does while nothing has changed, from when it was taken until another day or greeting is due', () => {
    expect(isAsPictured(PICTURE, NOW)).toBe(true);
    expect(isAsPictured(PICTURE, { ...NOW, nowMs: 1000 })).toBe(true);
  });

  it.each([
    ['there is none', undefined, NOW],
    ['it has the form of another version', { ...PICTURE, format: PICTURE_FORMAT + 1 }, NOW],
    ['a document has changed', PICTURE, { ...NOW, notes: { ...NOTES, documentChanges: { version: 8 } } }],
    ['a person or a sector has changed', PICTURE, { ...NOW, notes: { ...NOTES, referenceVersion: 4 } }],
    ['the mirror was filled anew', PICTURE, { ...NOW, notes: {} }],
    ['the window is wider', PICTURE, { ...NOW, page: 'v1 391x844' }],
    ['the application is another version', PICTURE, { ...NOW, page: 'v2 390x844' }],
    ['another day has come', PICTURE, { ...NOW, nowMs: 2000 }],
    ['the clock was set back', PICTURE, { ...NOW, nowMs: 999 }],
  ])('does not when %s', (_what, picture, now) => {
    expect(isAsPictured(picture, now)).toBe(false);
  });

  it('takes neither note for the other', () => {
    expect(stateOf({ documentChanges: { version: 1 }, referenceVersion: 23 })).not.toBe(
      stateOf({ documentChanges: { version: 12 }, referenceVersion: 3 }),
    );
  });
});

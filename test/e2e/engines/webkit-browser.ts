// A browser with one window on Debian's WebKitGTK that can be automated and keeps its profile.
// WebKitGTK's own MiniBrowser uses an ephemeral profile when it is automated, so nothing would be
// left after a kill.
//
// WebKitWebDriver starts it with the folder of the profile and the width and height of the window.

import koffi from 'koffi';

const [profile, width, height] = process.argv.slice(2);
if (profile === undefined) throw new Error('Which profile?');

const gobject = koffi.load('libgobject-2.0.so.0');
const gtk = koffi.load('libgtk-3.so.0');
const webkit = koffi.load('libwebkit2gtk-4.1.so.0');

/** A C pointer, which is only passed on. */
type Pointer = bigint | null;
const POINTER = 'void *';
const GTK_WINDOW_TOPLEVEL = 0;
const COOKIES_IN_SQLITE = 1;
const TRUE = 1;

const newObject = gobject.func('g_object_new', POINTER, ['size_t', 'str', '...']);
const connectSignal = gobject.func('g_signal_connect_data', 'ulong', [
  POINTER,
  'str',
  POINTER,
  POINTER,
  POINTER,
  'int',
]);
const initialise = gtk.func('gtk_init', 'void', [POINTER, POINTER]);
const runForever = gtk.func('gtk_main', 'void', []);
const newWindow = gtk.func('gtk_window_new', POINTER, ['int']);
const setDefaultSize = gtk.func('gtk_window_set_default_size', 'void', [POINTER, 'int', 'int']);
const addToContainer = gtk.func('gtk_container_add', 'void', [POINTER, POINTER]);
const showAll = gtk.func('gtk_widget_show_all', 'void', [POINTER]);
const typeOfManager = webkit.func('webkit_website_data_manager_get_type', 'size_t', []);
const typeOfView = webkit.func('webkit_web_view_get_type', 'size_t', []);
const newContext = webkit.func('webkit_web_context_new_with_website_data_manager', POINTER, [POINTER]);
const allowAutomation = webkit.func('webkit_web_context_set_automation_allowed', 'void', [POINTER, 'int']);
const cookiesOf = webkit.func('webkit_web_context_get_cookie_manager', POINTER, [POINTER]);
const keepCookies = webkit.func('webkit_cookie_manager_set_persistent_storage', 'void', [POINTER, 'str', 'int']);

const Handler = koffi.pointer(koffi.proto('MaloteHandler', POINTER, [POINTER, POINTER]));

/**
 * A function that C can call with the first argument of a signal. Its errors are printed, because
 * no caller reports them. It must be made before the loop runs: making one while C is calling into
 * JavaScript ends the process.
 */
function handlerOf(handle: (argument: Pointer) => Pointer) {
  return koffi.register((_object: Pointer, argument: Pointer) => {
    try {
      return handle(argument);
    } catch (error) {
      console.error(error);
      return null;
    }
  }, Handler);
}

function on(object: Pointer, { signal, handler }: { signal: string; handler: unknown }): void {
  connectSignal(object, signal, handler, null, null, 0);
}

/** A value for a variadic C function, preceded by its type. */
type TypedValue = readonly [type: string, value: unknown];

function make(type: number, properties: Readonly<Record<string, TypedValue>>): Pointer {
  const [first = '', ...rest] = Object.entries(properties)
    .flatMap(([name, typed]) => ['str', name, ...typed])
    .slice(1);
  return newObject(type, first, ...rest, POINTER, null) as Pointer;
}

initialise(null, null);
const manager = make(typeOfManager(), {
  'base-data-directory': ['str', `${profile}/data`],
  'base-cache-directory': ['str', `${profile}/cache`],
});
const context = newContext(manager) as Pointer;
keepCookies(cookiesOf(context), `${profile}/cookies.sqlite`, COOKIES_IN_SQLITE);

const openWindow = handlerOf(() => {
  const view = make(typeOfView(), {
    'web-context': [POINTER, context],
    'is-controlled-by-automation': ['int', TRUE],
  });
  const window = newWindow(GTK_WINDOW_TOPLEVEL) as Pointer;
  setDefaultSize(window, Number(width), Number(height));
  addToContainer(window, view);
  showAll(window);
  return view;
});
const startSession = handlerOf((session) => {
  on(session, { signal: 'create-web-view', handler: openWindow });
  return null;
});

on(context, { signal: 'automation-started', handler: startSession });
allowAutomation(context, TRUE);
runForever();

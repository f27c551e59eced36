// What the build puts into the worker.

interface ImportMeta {
  readonly env: { readonly DEV: boolean; readonly PROD: boolean };
}

interface ServiceWorkerGlobalScope {
  readonly __WB_MANIFEST: readonly { readonly url: string; readonly revision: string | null }[];
}

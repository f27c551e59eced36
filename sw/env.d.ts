// Values that the build puts into the worker.

interface ImportMeta {
  readonly env: { readonly DEV: boolean; readonly PROD: boolean; readonly VITE_API_BASE_URL?: string };
}

interface ServiceWorkerGlobalScope {
  readonly __WB_MANIFEST: readonly { readonly url: string; readonly revision: string | null }[];
}

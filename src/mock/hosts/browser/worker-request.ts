/**
 * WorkerRequest is what a page asks of a service worker of this site: to be taken on, by the worker of its own build; or that a worker which waits begins now,
 * which is answered with how many other pages keep it from doing so.
 */
export type WorkerRequest = { readonly type: 'claim'; readonly build: string } | { readonly type: 'begin' };

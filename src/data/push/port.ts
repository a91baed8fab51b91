/** A push service this browser can register with. Independent of any provider's types. */
export interface PushPort {
  /**
   * The address at which messages reach this browser through the worker. Throws an `Error` whose
   * `name` or `code` gives the reason.
   */
  address(worker: ServiceWorkerRegistration): Promise<string>
}

/** A push service, as this browser registers with it. Carries no types of any provider. */
export interface PushPort {
  /**
   * The address at which messages reach this browser through the worker. Throws an `Error` whose
   * `name` or `code` says why not.
   */
  address(worker: ServiceWorkerRegistration): Promise<string>
}

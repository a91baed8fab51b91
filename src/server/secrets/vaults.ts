import type { Model, ResourceModel } from '#model/types.ts'
import type { Vault } from './vault.ts'

const vaults = new WeakMap<ResourceModel, Vault>()

/** Sets the keys that encrypt the secrets of a model's records from now on. */
export const sealWith = (model: Model, vault: Vault): void => {
  for (const resource of model.resources) vaults.set(resource, vault)
}

/**
 * Returns the keys for the secrets of a resource. @throws Error if none were set: nothing is stored
 * in plain text.
 */
export const vaultOf = (resource: ResourceModel): Vault => {
  const vault = vaults.get(resource)
  if (!vault) throw new Error(`There is no key to encrypt the secrets of ${resource.collection}.`)
  return vault
}

import type { Model, ResourceModel } from '#model/types.ts'
import type { Vault } from './vault.ts'

const vaults = new WeakMap<ResourceModel, Vault>()

/** From now on the secrets of a model's records are encrypted with these keys. */
export const sealWith = (model: Model, vault: Vault): void => {
  for (const resource of model.resources) vaults.set(resource, vault)
}

/** The keys for the secrets of a resource. @throws Error where none were given: nothing is stored in clear. */
export const vaultOf = (resource: ResourceModel): Vault => {
  const vault = vaults.get(resource)
  if (!vault) throw new Error(`There is no key to encrypt the secrets of ${resource.collection}.`)
  return vault
}

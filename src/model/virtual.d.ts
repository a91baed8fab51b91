/**
 * The compiled model of `schemas/` as data, generated at build time by the plugin in
 * `src/cli/build/model.ts`.
 */
declare module 'virtual:model' {
  const model: import('./types.ts').Model
  export default model
}

/** The declared layouts of the pages of records, by collection. */
declare module 'virtual:layouts' {
  const layouts: import('./pageLayouts.ts').PageLayouts
  export default layouts
}

/** The inputs of actions, by collection. */
declare module 'virtual:inputs' {
  const inputs: import('./compact.ts').Inputs
  export default inputs
}

/** Labels for people of a tenant. */
declare module 'virtual:tenantWords' {
  const words: import('./tenantWords.ts').TenantWords
  export default words
}

/** The hints of fields, for their inputs. */
declare module 'virtual:hints' {
  const hints: import('./hints.ts').Hints
  export default hints
}

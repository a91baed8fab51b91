/** The part of the package these tests use; its own declarations are not among its exports. */
declare module 'dom-accessibility-api' {
  interface Options {
    readonly getComputedStyle?: (element: Element) => CSSStyleDeclaration
    readonly computedStyleSupportsPseudoElements?: boolean
  }
  export function computeAccessibleName(element: Element, options?: Options): string
  export function computeAccessibleDescription(element: Element, options?: Options): string
  export function getRole(element: Element): string | null
}

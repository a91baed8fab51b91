/** Width in px that the content of a page has. */
export const pageWidthPx = (): number => {
  const main = document.querySelector('main')
  if (!main) return window.innerWidth
  const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(main)
  return main.clientWidth - parseFloat(paddingInlineStart) - parseFloat(paddingInlineEnd)
}

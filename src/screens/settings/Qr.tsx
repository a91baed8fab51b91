import { encode } from 'uqr'

/**
 * A QR code as a single path, generated here so that its secret never leaves the page. Dark on
 * white in both themes, for cameras.
 */
export const Qr = ({
  text,
  label,
  sizePx = 192,
}: {
  readonly text: string
  readonly label: string
  readonly sizePx?: number
}) => {
  const { data, size } = encode(text, { border: 2 })
  const path = data
    .flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return (
    <svg
      role="img"
      aria-label={label}
      width={sizePx}
      height={sizePx}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#0f172a" />
    </svg>
  )
}

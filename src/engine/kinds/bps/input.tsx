import type { InputProps } from '../../fields/inputs/types.ts'
import { Numeric } from '../parts/NumberInput.tsx'

/** Basis points, typed and shown as percent: 12.5 is 1250. */
export const input = (props: InputProps) => <Numeric {...props} scale={100} unit="%" />

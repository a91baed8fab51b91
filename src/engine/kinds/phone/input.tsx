import type { InputProps } from '../../fields/inputs/types.ts'
import { LineInput } from '../parts/LineInput.tsx'

export const input = (props: InputProps<string>) => <LineInput {...props} type="tel" />

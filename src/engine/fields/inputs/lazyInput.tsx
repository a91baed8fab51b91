import { Suspense, useState, type ComponentType } from 'react'
import { lazy } from '#ui/lazyPart.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import type { InputKind } from '../../kinds/types.ts'
import { common, type InputProps } from './types.ts'

/**
 * An input whose code loads when such a field appears, or earlier by `load`. Until then a
 * placeholder field with the same height, name and label prevents layout shifts.
 */
export const lazyInput = <N extends string>(
  load: () => Promise<Readonly<Record<N, ComponentType<InputProps<never>>>>>,
  name: N,
): NonNullable<InputKind> => {
  let ready: ComponentType<InputProps<never>> | undefined
  const once = async () => ({ default: (ready = (await load())[name]) })
  const Later = lazy<ComponentType<InputProps<never>>>(once)
  const LazyInput = (props: InputProps<never>) => {
    // The same for as long as the field is shown: another one would forget what is typed.
    const [Input] = useState(() => ready ?? Later)
    return (
      <Suspense fallback={<TextInput {...common(props)} value="" readOnly aria-busy />}>
        <Input {...props} />
      </Suspense>
    )
  }
  return Object.assign(LazyInput, { load: once })
}

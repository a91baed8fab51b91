import { TextInput } from '#ui/TextInput.tsx'
import { Suspense, type ComponentType } from 'react'
import { lazy } from '#ui/lazyPart.tsx'
import { common, type InputProps } from './types.ts'

/**
 * An input whose code loads when such a field appears. Until then a placeholder field with the same
 * height, name and label prevents layout shifts.
 */
export const lazyInput = <N extends string>(
  load: () => Promise<Readonly<Record<N, ComponentType<InputProps<never>>>>>,
  name: N,
): ComponentType<InputProps<never>> => {
  const Input = lazy<ComponentType<InputProps<never>>>(async () => ({
    default: (await load())[name],
  }))
  return function LazyInput(props) {
    return (
      <Suspense fallback={<TextInput {...common(props)} value="" readOnly aria-busy />}>
        <Input {...props} />
      </Suspense>
    )
  }
}

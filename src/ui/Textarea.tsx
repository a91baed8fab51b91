import { useLayoutEffect, useRef } from 'react'
import { InputBox, Labelled, useField, type FieldProps } from './TextInput.tsx'

type TextareaProps = FieldProps<'textarea'> & {
  /** Grows with its text, from `minRows` to `maxRows` lines. */
  readonly autosize?: boolean
  readonly minRows?: number
  readonly maxRows?: number
}

/** Padding and border above and below the lines. */
const AROUND = '13px'
const lines = (n: number | undefined) => n && `calc(${n} * 1lh + ${AROUND})`
const growing = (least?: number, most?: number) => ({
  fieldSizing: 'content' as const,
  minBlockSize: lines(least),
  maxBlockSize: lines(most),
})

/** A browser without `field-sizing` gets the height of the text as a style. */
const useHeight = (value: unknown, grows: boolean) => {
  const around = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const area = around.current?.querySelector('textarea')
    if (!area || !grows || globalThis.CSS?.supports?.('field-sizing', 'content')) return
    area.style.blockSize = ''
    if (area.scrollHeight > area.clientHeight) {
      area.style.blockSize = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`
    }
  }, [value, grows])
  return around
}

/** Several lines of text. */
export const Textarea = ({ autosize = false, minRows, maxRows, ...props }: TextareaProps) => {
  const around = useHeight(props.value, autosize)
  const { labelled, box, element } = useField<'textarea'>({
    ...props,
    inputStyle: autosize ? growing(minRows, maxRows) : undefined,
  })
  return (
    <Labelled {...labelled} ref={around}>
      <InputBox {...box} multiline>
        <textarea {...(element as object)} />
      </InputBox>
    </Labelled>
  )
}

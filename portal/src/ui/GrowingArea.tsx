import { Input } from 'antd'
import { type ComponentProps, type ComponentRef, useLayoutEffect, useRef } from 'react'

interface Props extends Omit<ComponentProps<typeof Input.TextArea>, 'autoSize' | 'rows' | 'style' | 'ref'> {
  /** Lines it shows while there is little in it. */
  lines?: number
  /** Lines from which on it scrolls. */
  most?: number
}
const byItself = CSS.supports('field-sizing', 'content')
/** Padding and border of Ant Design's field. */
const tall = (lines: number) => `calc(${lines}lh + 10px)`

/**
 * A field as tall as its text. Ant Design's own `autoSize` measures with a style attribute, which the content security
 * policy refuses; here the browser sizes the field, or one property is set where it cannot.
 */
export function GrowingArea({ lines = 2, most, className, ...rest }: Props) {
  const field = useRef<ComponentRef<typeof Input.TextArea>>(null)
  const { value } = rest
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew with each text.
  useLayoutEffect(() => {
    const area = field.current?.resizableTextArea?.textArea
    if (byItself || !area) return
    area.style.height = 'auto'
    area.style.height = `${area.scrollHeight + 2}px`
  }, [value])
  return (
    <Input.TextArea
      {...rest}
      ref={field}
      className={`growing ${className ?? ''}`}
      style={{ minHeight: tall(lines), ...(most ? { maxHeight: tall(most) } : {}) }}
    />
  )
}

import { SearchOutlined } from '@ant-design/icons'
import { Input, type InputRef } from 'antd'
import { type RefObject, useEffect, useState } from 'react'

const TYPING_MS = 300
interface SearchProps {
  value: string
  field: RefObject<InputRef | null>
  placeholder: string
  onSearch: (q: string) => void
}
/** Searches while one types; never in the middle of a character an input method composes. */
export function SearchBox({ value, field, placeholder, onSearch }: SearchProps) {
  const [text, setText] = useState(value)
  const [composing, setComposing] = useState(false)
  useEffect(() => setText(value), [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed starts the clock.
  useEffect(() => {
    if (composing || text.trim() === value) return
    const timer = setTimeout(() => onSearch(text.trim()), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text, composing])
  return (
    <Input
      ref={field}
      className="searchbox"
      prefix={<SearchOutlined />}
      allowClear
      maxLength={60}
      placeholder={placeholder}
      aria-label={placeholder}
      value={text}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
      onChange={(event) => setText(event.target.value)}
    />
  )
}

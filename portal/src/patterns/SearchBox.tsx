import { SearchOutlined } from '@ant-design/icons'
import { Input, type InputRef } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../i18n/i18n.ts'
import { useKeys } from '../ui/keys.ts'

const TYPING_MS = 300
interface SearchProps {
  value: string
  placeholder: string
  onSearch: (q: string) => void
  /** What `/` is called, which leads here; null: of several fields another has the key. */
  keyLabel?: string | null
}
/** Searches while one types; never in the middle of a character an input method composes. */
export function SearchBox({ value, placeholder, onSearch, keyLabel }: SearchProps) {
  const t = useT()
  const field = useRef<InputRef>(null)
  useKeys(
    keyLabel === null ? [] : [{ keys: '/', label: keyLabel ?? t('common.search'), run: () => field.current?.focus() }],
  )
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

import type { WordType } from '@teleward/contract/snippets/schema.ts'
import { Input } from 'antd'
import type { ReactNode, RefObject } from 'react'
import { t } from '../../i18n/i18n.ts'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { BlanksLeft, usePhrases } from './usePhrases.tsx'
import { useWords } from './useWords.ts'

interface Props {
  id: string
  /** Whose canned words come. */
  type: WordType
  maxLength: number
  field: RefObject<HTMLTextAreaElement | null>
  rows: number
  value: string
  disabled?: boolean
  wrong?: boolean
  placeholder?: string
  onChange: (text: string) => void
  /** Beside the canned words. */
  children?: ReactNode
}
/** A field with one's canned words of a type: by `;`, by code and Tab, and from a list. */
export function PhraseArea(props: Props) {
  const {
    id,
    type,
    maxLength,
    field,
    rows,
    value,
    disabled = false,
    wrong = false,
    placeholder,
    onChange,
    children,
  } = props
  const words = useWords(type)
  const phrases = usePhrases({ field, value, words, readOnly: disabled, onChange })
  return (
    <>
      <Input.TextArea
        id={id}
        ref={(one) => {
          field.current = one?.resizableTextArea?.textArea ?? null
        }}
        rows={rows}
        maxLength={maxLength}
        disabled={disabled}
        value={value}
        status={wrong ? 'error' : ''}
        placeholder={placeholder}
        aria-controls={phrases.controls}
        aria-activedescendant={phrases.active}
        onChange={(event) => {
          phrases.onSelect(event)
          onChange(event.target.value)
        }}
        onSelect={phrases.onSelect}
        onFocus={phrases.onFocus}
        onBlur={phrases.onBlur}
        onKeyDown={phrases.onKeyDown}
      />
      {phrases.list}
      <div className="row wrap">
        {words.length > 0 && (
          <MenuButton
            className="btn sm"
            label={t('phrases.title')}
            items={words.map((word) => ({
              key: String(word.id),
              label: word.word,
              onPick: () => phrases.insert(word),
            }))}
          >
            {t('phrases.title')}
          </MenuButton>
        )}
        <BlanksLeft text={value} />
        {children}
      </div>
    </>
  )
}

import { graphemes } from '@teleward/contract/core/text.ts'
import { postWord, putWord } from '@teleward/contract/snippets/endpoints.ts'
import {
  PHRASE_COUNTER_FROM,
  PHRASE_MAX,
  SHORT_CODE,
  type Word,
  type WordType,
  wordTypes,
} from '@teleward/contract/snippets/schema.ts'
import { Input, Select } from 'antd'
import { useState } from 'react'
import type { ApiError } from '../../api/errors.ts'
import { errorMessage, invalidateTags, useEndpointMutation } from '../../api/query.ts'
import { errorText, useT } from '../../i18n/i18n.ts'
import { FormColumn, Line } from '../../patterns/FormLines.tsx'
import { FormDrawer } from '../../patterns/FormDrawer.tsx'
import { GrowingArea } from '../../ui/GrowingArea.tsx'
import { notify } from '../../ui/notify.ts'
import { PhraseText } from './PhraseText.tsx'

interface Props {
  type: WordType
  word: Partial<Word>
  onClose: () => void
}
type Faults = Partial<Record<'word' | 'code', string>>

/** A word, its short code, and how it will be put in. */
export function WordForm({ type: opened, word: before, onClose }: Props) {
  const t = useT()
  const [type, setType] = useState(before.type ?? opened)
  const [text, setText] = useState(before.word ?? '')
  const [code, setCode] = useState(before.code ?? '')
  const [faults, setFaults] = useState<Faults>({})
  const length = graphemes(text.trim()).length
  const dirty = text !== (before.word ?? '') || code !== (before.code ?? '')

  const onDone = () => {
    notify({ kind: 'ok', key: 'words', title: t('phrases.saved') })
    onClose()
  }
  const onError = (error: ApiError) => {
    if (error.code === 'VERSION_STALE') void invalidateTags(['words'])
    const named = error.fields?.filter(({ path }) => path === 'word' || path === 'code') ?? []
    if (named.length === 0) return false
    setFaults(Object.fromEntries(named.map(({ path }) => [path, errorMessage(error)])))
    return true
  }
  const post = useEndpointMutation(postWord, { onDone, onError })
  const put = useEndpointMutation(putWord, { onDone, onError })
  const submit = () => {
    const short = code.trim().replace(/^[.．;；]/, '') || null
    const wrong: Faults = {
      ...(length === 0 ? { word: errorText('FIELD_EMPTY') } : {}),
      ...(length > PHRASE_MAX ? { word: errorText('PHRASE_TOO_LONG') } : {}),
      ...(short && !SHORT_CODE.test(short) ? { code: t('phrases.codeRule') } : {}),
    }
    setFaults(wrong)
    if (Object.keys(wrong).length) return
    const { id, version } = before
    if (id !== undefined && version !== undefined) put.mutate({ body: { id, version, word: text, code: short } })
    else post.mutate({ body: { type, word: text, code: short } })
  }
  return (
    <FormDrawer
      open
      title={t(before.id === undefined ? 'phrases.add' : 'phrases.editTitle')}
      dirty={dirty}
      busy={post.isPending || put.isPending}
      submit={t('common.save')}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormColumn>
        {before.id === undefined && (
          <Line label={t('phrases.types')}>
            {(id) => (
              <Select
                id={id}
                className="wide"
                value={type}
                options={wordTypes.map((one) => ({ value: one, label: t(`phrases.type.${one}`) }))}
                onChange={setType}
              />
            )}
          </Line>
        )}
        <Line
          label={t('phrases.text')}
          required
          error={faults.word}
          hint={
            length >= PHRASE_COUNTER_FROM ? t('phrases.count', { n: length, max: PHRASE_MAX }) : t('phrases.blankHint')
          }
        >
          {(id, described) => (
            <GrowingArea
              id={id}
              aria-describedby={described}
              autoFocus
              lines={4}
              most={12}
              value={text}
              status={faults.word || length > PHRASE_MAX ? 'error' : ''}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Line>
        <Line label={t('phrases.code')} error={faults.code} hint={t('phrases.codeHint', { code: code || 'bp' })}>
          {(id, described) => (
            <Input
              id={id}
              aria-describedby={described}
              maxLength={21}
              value={code}
              status={faults.code ? 'error' : ''}
              onChange={(event) => setCode(event.target.value)}
            />
          )}
        </Line>
        {text.trim() && (
          <div>
            <span className="lab">{t('phrases.preview')}</span>
            <p className="wordpreview">
              <PhraseText text={text.trim()} />
            </p>
          </div>
        )}
      </FormColumn>
    </FormDrawer>
  )
}

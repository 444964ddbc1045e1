import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import {
  deleteClinicalSynonym,
  getClinicalSynonyms,
  postClinicalSynonym,
} from '@teleward/contract/synonyms/endpoints.ts'
import {
  type ClinicalSynonym,
  type NewSynonym,
  SYNONYM_TERM_MAX,
  synonymKinds,
} from '@teleward/contract/synonyms/schema.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Input, type InputRef, Pagination, Select } from 'antd'
import { useRef, useState } from 'react'
import { codeOf } from '../../api/errors.ts'
import { endpointQuery, useEndpointMutation, errorMessage } from '../../api/query.ts'
import { language, useT } from '../../i18n/i18n.ts'
import { either } from '../../patterns/Patient.tsx'
import { SearchBox } from '../../patterns/SearchBox.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDate } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { Count } from '../../ui/StatusTag.tsx'
import { Line } from './Line.tsx'

const PAGE = 20
/** What the code means; null: the reference data in force has it no longer. */
const meaning = ({ nameEn, nameZhTw }: ClinicalSynonym) =>
  language() === 'en' ? (nameEn ?? nameZhTw) : (nameZhTw ?? nameEn)

/** Words of the institution's own, by which the record's searches find diagnoses and drugs. */
export function ClinicalSynonyms({ partner }: { partner: number }) {
  const t = useT()
  const params = { partnerid: partner }
  const [page, setPage] = useState(1)
  const [q, setQ] = useState('')
  const { data, error, refetch } = useQuery({
    ...endpointQuery(getClinicalSynonyms, { params, query: { page, pageSize: PAGE, ...(q ? { q } : {}) } }),
    placeholderData: keepPreviousData,
  })
  const again = useEndpointMutation(postClinicalSynonym)
  const remove = useEndpointMutation(deleteClinicalSynonym, {
    onDone: ({ id }) => {
      const gone = data?.data.find((row) => row.id === id)
      if (data?.data.length === 1 && page > 1) setPage(page - 1)
      if (!gone) return
      const { kind, term, code } = gone
      notify({
        kind: 'info',
        title: t('admin.synonyms.removed', { term }),
        action: { label: t('common.undo'), run: () => again.mutate({ params, body: { kind, term, code } }) },
      })
    },
  })
  const total = data?.total ?? 0
  return (
    <section className="card synonyms" aria-label={t('admin.synonyms.title')}>
      <div className="hd wraps">
        <h2>{t('admin.synonyms.title')}</h2>
        {data && <Count value={total} />}
        {(q !== '' || total > PAGE) && (
          <div className="rt">
            <SearchBox
              value={q}
              placeholder={t('admin.synonyms.find')}
              onSearch={(next) => {
                setQ(next)
                setPage(1)
              }}
            />
          </div>
        )}
      </div>
      <div className="adminnote">
        <p className="f13 t2">{t('admin.synonyms.about')}</p>
        <AddForm partner={partner} />
        {error && !data && (
          <ErrorState
            title={t('admin.failed')}
            text={errorMessage(error)}
            code={codeOf(error)}
            onRetry={() => void refetch()}
          />
        )}
        {!data && !error && <SkeletonBlock lines={2} />}
        {data && total === 0 && <p className="f13 t3">{t(q ? 'admin.synonyms.noneFound' : 'admin.synonyms.none')}</p>}
      </div>
      {data && total > 0 && (
        <ul className="synonymlist">
          {data.data.map((row) => (
            <li key={row.id}>
              <span className="grow">
                <b>{row.term}</b> <span aria-hidden="true">→</span> <span className="code">{row.code}</span>{' '}
                {meaning(row) ?? <span className="c-warn">{t('admin.synonyms.codeGone')}</span>}
                <span className="t3 f12 by">
                  {[
                    t(`admin.synonyms.kinds.${row.kind}`),
                    row.addedBy ? either(row.addedBy.name, row.addedBy.nameEn) : t('admin.synonyms.operator'),
                    formatDate(row.addedAt),
                  ].join(t('common.dot'))}
                </span>
              </span>
              <Button
                size="sm"
                kind="text"
                icon={<DeleteOutlined />}
                aria-label={t('admin.synonyms.remove', { term: row.term })}
                loading={remove.isPending && remove.variables.params.id === row.id}
                onClick={() => remove.mutate({ params: { ...params, id: row.id } })}
              />
            </li>
          ))}
        </ul>
      )}
      {total > PAGE && (
        <Pagination
          className="synonympages"
          size="small"
          current={page}
          pageSize={PAGE}
          total={total}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </section>
  )
}

const blank: NewSynonym = { kind: 'diagnosis', term: '', code: '' }
function AddForm({ partner }: { partner: number }) {
  const t = useT()
  const [form, setForm] = useState(blank)
  const [wrong, setWrong] = useState<{ text: string; at: string | undefined }>()
  const first = useRef<InputRef>(null)
  const add = useEndpointMutation(postClinicalSynonym, {
    onDone: (row) => {
      setForm({ ...blank, kind: form.kind })
      notify({
        kind: 'ok',
        title: t('admin.synonyms.added', { term: row.term, code: row.code, name: meaning(row) ?? '' }),
      })
      first.current?.focus()
    },
    onError: (error) => {
      setWrong({ text: errorMessage(error), at: error.fields?.[0]?.path })
      return true
    },
  })
  const set = (part: Partial<NewSynonym>) => {
    setForm({ ...form, ...part })
    setWrong(undefined)
  }
  const marked = (field: 'term' | 'code') =>
    wrong?.at === field ? ({ status: 'error', 'aria-invalid': true, 'aria-describedby': 'synonym-wrong' } as const) : {}
  const ready = form.term.trim() !== '' && form.code.trim() !== ''
  const submit = () => {
    if (ready && !add.isPending) add.mutate({ params: { partnerid: partner }, body: form })
  }
  return (
    <form
      className="synonymform"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Line label={t('admin.synonyms.kind')}>
        <Select
          aria-label={t('admin.synonyms.kind')}
          value={form.kind}
          onChange={(kind) => set({ kind })}
          options={synonymKinds.map((value) => ({ value, label: t(`admin.synonyms.kinds.${value}`) }))}
        />
      </Line>
      <Line label={t('admin.synonyms.term')}>
        <Input
          ref={first}
          aria-label={t('admin.synonyms.term')}
          value={form.term}
          maxLength={SYNONYM_TERM_MAX}
          {...marked('term')}
          onChange={(event) => set({ term: event.target.value })}
        />
      </Line>
      <Line label={t(`admin.synonyms.codeOf.${form.kind}`)}>
        <Input
          aria-label={t(`admin.synonyms.codeOf.${form.kind}`)}
          value={form.code}
          maxLength={40}
          {...marked('code')}
          onChange={(event) => set({ code: event.target.value })}
        />
      </Line>
      <Button icon={<PlusOutlined />} type="submit" disabled={!ready} loading={add.isPending}>
        {t('admin.synonyms.add')}
      </Button>
      {wrong && (
        <p className="help err" id="synonym-wrong" role="alert">
          {wrong.text}
        </p>
      )}
    </form>
  )
}

import { EditOutlined, PlusOutlined } from '@ant-design/icons'
import {
  getOutsideInstitutions,
  postOutsideInstitution,
  putOutsideInstitution,
} from '@teleward/contract/referrals/outside-endpoints.ts'
import type { OutsideInstitution } from '@teleward/contract/referrals/outside.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { FormModal } from '../FormModal.tsx'
import type { ApiError } from '../../api/errors.ts'
import { endpointQuery, errorMessage, useEndpointMutation } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { notify } from '../../ui/notify.ts'
import { FormColumn, Line, useRefusal } from '../FormLines.tsx'

interface Props {
  id: string
  value: OutsideInstitution | undefined
  wrong: boolean
  describedBy: string
  onChange: (next: OutsideInstitution | undefined) => void
}

/** An institution of the directory by a part of its name or its code; one that is missing is entered here. */
export function OutsidePicker({ id, value, wrong, describedBy, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const [editing, setEditing] = useState<OutsideInstitution | 'new'>()
  const found = useQuery({
    ...endpointQuery(getOutsideInstitutions, { query: { q: useDeferredValue(typed.trim()), pageSize: 30 } }),
    placeholderData: keepPreviousData,
  })
  const rows = found.data?.data ?? []
  const all = value && !rows.some((one) => one.id === value.id) ? [value, ...rows] : rows
  return (
    <>
      <Select<string>
        id={id}
        className="wide"
        aria-describedby={describedBy}
        placeholder={t('referrals.outside.choose')}
        status={wrong ? 'error' : ''}
        loading={found.isFetching}
        showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
        value={value?.id}
        options={all.map((one) => ({ value: one.id, label: [one.name, one.code].filter(Boolean).join('　') }))}
        notFoundContent={
          <p className="t3">{found.error ? errorMessage(found.error) : t('referrals.outside.nobody')}</p>
        }
        onChange={(next) => onChange(all.find((one) => one.id === next))}
      />
      <p className="row wrap">
        <Button size="sm" icon={<PlusOutlined />} onClick={() => setEditing('new')}>
          {t('referrals.outside.add')}
        </Button>
        {value && (
          <Button size="sm" icon={<EditOutlined />} onClick={() => setEditing(value)}>
            {t('referrals.outside.edit')}
          </Button>
        )}
      </p>
      {editing && (
        <InstitutionForm
          of={editing === 'new' ? undefined : editing}
          name={typed.trim()}
          onClose={() => setEditing(undefined)}
          onDone={(next) => {
            setTyped('')
            onChange(next.closedAt === null ? next : undefined)
            setEditing(undefined)
          }}
        />
      )}
    </>
  )
}

const FIELDS = ['name', 'code', 'phone', 'address', 'email'] as const
const MAX = { name: 100, code: 10, phone: 40, address: 200, email: 200 }
interface FormProps {
  of: OutsideInstitution | undefined
  /** What was looked for, of a new one. */
  name: string
  onClose: () => void
  onDone: (next: OutsideInstitution) => void
}
function InstitutionForm({ of, name, onClose, onDone }: FormProps) {
  const refusal = useRefusal()
  const [said, setSaid] = useState({
    name: of?.name ?? name,
    code: of?.code ?? '',
    phone: of?.phone ?? '',
    address: of?.address ?? '',
    email: of?.email ?? '',
  })
  const ended = (next: OutsideInstitution) => {
    notify({ kind: 'ok', title: t('referrals.outside.saved', { name: next.name }) })
    onDone(next)
  }
  const onError = (error: ApiError) => refusal.take(error, error.fields[0]?.path.replace(/^body\./, ''))
  const making = useEndpointMutation(postOutsideInstitution, { onDone: ended, onError })
  const changing = useEndpointMutation(putOutsideInstitution, { onDone: ended, onError })
  const save = (closed: boolean) => {
    if (said.name.trim() === '') return refusal.refuse('name', t('referrals.required'))
    if (said.code.trim() && !/^\d{10}$/.test(said.code.trim()))
      return refusal.refuse('code', t('referrals.outside.codeHint'))
    const body = {
      name: said.name.trim(),
      code: said.code.trim() || null,
      phone: said.phone.trim() || null,
      address: said.address.trim() || null,
      email: said.email.trim() || null,
    }
    if (of) changing.mutate({ params: { id: of.id }, body: { ...body, closed, version: of.version } })
    else making.mutate({ body })
  }
  const busy = making.isPending || changing.isPending
  return (
    <FormModal
      open
      title={t(of ? 'referrals.outside.edit' : 'referrals.outside.add')}
      okText={t('common.save')}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      onOk={() => save(false)}
      onCancel={onClose}
    >
      <FormColumn>
        {FIELDS.map((field) => (
          <Line
            key={field}
            label={t(`referrals.outside.${field}`)}
            required={field === 'name'}
            error={refusal.of(field)}
            hint={
              field === 'code'
                ? t('referrals.outside.codeHint')
                : field === 'email'
                  ? t('referrals.outside.emailHint')
                  : undefined
            }
          >
            {(id, described) => (
              <Input
                id={id}
                aria-describedby={described}
                status={refusal.of(field) ? 'error' : ''}
                maxLength={MAX[field]}
                inputMode={
                  field === 'code' ? 'numeric' : field === 'phone' ? 'tel' : field === 'email' ? 'email' : 'text'
                }
                value={said[field]}
                onChange={({ target }) => {
                  refusal.clear()
                  setSaid({ ...said, [field]: target.value })
                }}
              />
            )}
          </Line>
        ))}
        {of && (
          <p>
            <Button size="sm" kind="bad" disabled={busy} onClick={() => save(true)}>
              {t('referrals.outside.close')}
            </Button>
          </p>
        )}
      </FormColumn>
    </FormModal>
  )
}

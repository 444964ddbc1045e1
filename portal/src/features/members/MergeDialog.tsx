import { SwapOutlined } from '@ant-design/icons'
import { getMember } from '@teleward/contract/members/endpoints.ts'
import { mergeMembers } from '@teleward/contract/members/register-endpoints.ts'
import type { Takeable } from '@teleward/contract/members/rules.ts'
import type { MemberDetail } from '@teleward/contract/members/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Modal, Radio } from 'antd'
import { useState } from 'react'
import { isApiError } from '../../api/errors.ts'
import { endpointQuery, invalidateTags, useEndpointMutation, errorMessage } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDate, formatNumber } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'

interface Props {
  pids: [number, number]
  onClose: () => void
  onDone: (pid: number) => void
}
const FIELDS = [
  'account',
  'idNumber',
  'name',
  'nameEn',
  'gender',
  'birthday',
  'height',
  'weight',
  'nhiCardNumber',
  'mobile',
  'email',
  'emergencyContact',
  'vip',
] as const satisfies Takeable[]
type Field = (typeof FIELDS)[number]
const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Side by side, field by field: what the one that stays keeps, and what it takes from the other. */
export default function MergeDialog({ pids, onClose, onDone }: Props) {
  const t = useT()
  const [swapped, setSwapped] = useState(false)
  const [chosen, setChosen] = useState<Partial<Record<Field, boolean>>>({})
  const [keptPid, goesPid] = swapped ? [pids[1], pids[0]] : pids
  const keptQuery = useQuery(endpointQuery(getMember, { params: { pid: keptPid } }))
  const goesQuery = useQuery(endpointQuery(getMember, { params: { pid: goesPid } }))
  const [kept, goes] = [keptQuery.data, goesQuery.data]
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending } = useEndpointMutation(mergeMembers, {
    onDone: (answer) => {
      notify({ kind: 'ok', title: t('members.mrg.done') })
      onDone(answer.kept)
    },
    onError: (error) => {
      if (isApiError(error, 'VERSION_STALE')) void invalidateTags(['members'])
      setProblem(errorMessage(error))
      return true
    },
  })
  const failed = keptQuery.error ?? goesQuery.error
  // What the one that stays does not have is taken unless somebody says otherwise.
  const takes = (field: Field) =>
    chosen[field] ?? (kept !== undefined && goes !== undefined && kept[field] === null && goes[field] !== null)
  const differing = kept && goes ? FIELDS.filter((field) => !same(kept[field], goes[field])) : []
  const send = () => {
    if (!kept || !goes) return
    setProblem(undefined)
    mutate({
      body: {
        kept: kept.pid,
        merged: goes.pid,
        take: differing.filter(takes),
        keptVersion: kept.version,
        mergedVersion: goes.version,
      },
    })
  }
  return (
    <Modal
      open
      title={t('members.mrg.title')}
      width={760}
      onCancel={onClose}
      destroyOnHidden
      footer={
        <div className="row wrap">
          <Button
            icon={<SwapOutlined />}
            onClick={() => {
              setSwapped(!swapped)
              setChosen({})
            }}
          >
            {t('members.mrg.swap')}
          </Button>
          <span className="grow" />
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" loading={isPending} disabled={!kept || !goes} onClick={send}>
            {t('members.mrg.go')}
          </Button>
        </div>
      }
    >
      <p className="help">{t('members.mrg.text')}</p>
      {(problem || failed) && (
        <div className="alert bad" role="alert">
          {problem ?? errorMessage(failed)}
        </div>
      )}
      {!kept || !goes ? (
        !failed && <SkeletonBlock lines={6} />
      ) : (
        <table className="tbl mmerge">
          <thead>
            <tr>
              <th>{t('members.mrg.field')}</th>
              <th>
                {t('common.pair', { name: t('members.mrg.keep'), value: nameOf(kept) })}{' '}
                <span className="num t3">{kept.memberNo}</span>
              </th>
              <th>
                {t('common.pair', { name: t('members.mrg.goes'), value: nameOf(goes) })}{' '}
                <span className="num t3">{goes.memberNo}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {FIELDS.map((field) => (
              <tr key={field} className={differing.includes(field) ? '' : 'dim'}>
                <th scope="row">
                  {field === 'emergencyContact' ? t('members.detail.contact') : t(`members.form.${field}`)}
                </th>
                {([kept, goes] as const).map((member, at) => (
                  <td key={member.pid} className="num">
                    {differing.includes(field) ? (
                      <Radio
                        checked={takes(field) === (at === 1)}
                        onChange={() => setChosen((now) => ({ ...now, [field]: at === 1 }))}
                      >
                        {textOf(member, field, t)}
                      </Radio>
                    ) : (
                      textOf(member, field, t)
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Modal>
  )
}

function textOf(member: MemberDetail, field: Field, t: ReturnType<typeof useT>): string {
  const value = member[field]
  if (value === null || value === '') return t('members.mrg.empty')
  if (field === 'gender') return t(`common.sex.${member.gender ?? 'unknown'}`)
  if (field === 'birthday') return formatDate(String(value))
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no')
  if (typeof value === 'number') return formatNumber(value)
  if (typeof value === 'object') return [value.name, value.relation, value.phone].filter(Boolean).join(t('common.dot'))
  return value
}

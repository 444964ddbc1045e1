import { StopOutlined, UndoOutlined } from '@ant-design/icons'
import { postUnit, putUnit } from '@teleward/contract/admin/endpoints.ts'
import { unitContents, type Unit } from '@teleward/contract/admin/schema.ts'
import { Input, Select } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { FormModal } from '../../patterns/FormModal.tsx'
import { onEnter } from '../../ui/composing.ts'
import { isApiError } from '../../api/errors.ts'
import { useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { either, nameOf } from '../../patterns/Patient.tsx'
import { useSharedForm } from '../../patterns/sharedForm.ts'
import { Theirs } from '../../patterns/Theirs.tsx'
import { useOpenForm } from '../../shell/leaving.ts'
import { Button } from '../../ui/Button.tsx'
import { notify } from '../../ui/notify.ts'
import { Line } from './Line.tsx'
import { onStale } from './labels.ts'

type Contents = z.output<typeof unitContents>

/** One unit: its names, its place, whether it is in use; what is still in it, where it cannot be disabled. */
export function UnitForm({ unit, units }: { unit: Unit; units: readonly Unit[] }) {
  const t = useT()
  const [full, setFull] = useState<Contents | null>(null)
  const [circle, setCircle] = useState(false)
  const put = useEndpointMutation(putUnit, {
    onDone: () => notify({ kind: 'ok', title: t('admin.saved') }),
    onError: (error) => {
      if (isApiError(error, 'UNIT_NOT_EMPTY')) {
        const said = unitContents.safeParse(error.data)
        if (said.success) setFull(said.data)
        return said.success
      }
      if (isApiError(error, 'FIELD_RELATED')) {
        setCircle(true)
        return true
      }
      return onStale(error)
    },
  })
  // What was taken is the record's in a moment: until it is typed in again, nothing here is unsent.
  const typedOn = () => put.isSuccess && put.reset()
  const form = useSharedForm({ name: unit.name, nameEn: unit.nameEn ?? '', mainId: unit.mainId }, typedOn)
  const { name, nameEn, mainId } = form.fields
  const send = (body: { name?: string; nameEn?: string | null; mainId?: number; status?: 'active' | 'disabled' }) =>
    put.mutate({ params: { id: unit.id }, body: { version: unit.version, ...body } })
  useOpenForm(unit.mayEdit, { dirty: form.dirty, sending: put.isPending || put.isSuccess })
  const off = unit.status === 'disabled'
  /** The place by its name: a number says nothing. */
  const placeOf = ({ mainId: place }: typeof form.theirs): { mainId?: string } => {
    const there = units.find(({ id }) => id === place)
    return there ? { mainId: nameOf(there) } : {}
  }
  return (
    <section className="card" aria-label={unit.name}>
      <div className="hd">
        <h2 className="ell">{either(unit.name, unit.nameEn)}</h2>
      </div>
      <div className="adminnote">
        <Line label={t('admin.partners.name')}>
          <Input
            aria-label={t('admin.partners.name')}
            value={name}
            maxLength={80}
            disabled={!unit.mayEdit}
            onChange={(event) => form.set({ name: event.target.value })}
          />
          <Theirs form={form} name="name" label={t('admin.partners.name')} />
        </Line>
        <Line label={t('admin.partners.nameEn')}>
          <Input
            aria-label={t('admin.partners.nameEn')}
            value={nameEn}
            maxLength={80}
            disabled={!unit.mayEdit}
            onChange={(event) => form.set({ nameEn: event.target.value })}
          />
          <Theirs form={form} name="nameEn" label={t('admin.partners.nameEn')} />
        </Line>
        {unit.mainId !== null && (
          <Line
            label={t('admin.partners.below')}
            note={circle ? <span className="c-bad">{t('admin.partners.circle')}</span> : t('admin.partners.moveNote')}
          >
            <Select
              aria-label={t('admin.partners.below')}
              value={mainId}
              disabled={!unit.mayMove}
              onChange={(next) => {
                form.set({ mainId: next })
                setCircle(false)
              }}
              options={units
                .filter(({ id, status }) => id !== unit.id && (status === 'active' || id === unit.mainId))
                .map((one) => ({ value: one.id, label: nameOf(one) }))}
            />
            <Theirs form={{ ...form, theirs: placeOf(form.theirs) }} name="mainId" label={t('admin.partners.below')} />
          </Line>
        )}
        {full && (
          <div className="alert warn" role="alert">
            <div>
              <b>{t('admin.partners.full')}</b>
              <p>{full.staff.map(nameOf).join(t('common.patient.separator'))}</p>
              {full.members > 0 && <p>{t('admin.partners.fullMembers', { count: full.members })}</p>}
              <p>{full.units.map(nameOf).join(t('common.patient.separator'))}</p>
            </div>
          </div>
        )}
        <div className="row wrap">
          <Button
            kind="primary"
            disabled={!form.dirty || !unit.mayEdit || !name.trim()}
            loading={put.isPending}
            onClick={() =>
              send({
                ...('name' in form.changed ? { name } : {}),
                ...('nameEn' in form.changed ? { nameEn: nameEn.trim() || null } : {}),
                ...('mainId' in form.changed && mainId !== null ? { mainId } : {}),
              })
            }
          >
            {t('common.save')}
          </Button>
          {unit.mayMove && unit.mainId !== null && (
            <Button
              kind={off ? 'default' : 'bad'}
              icon={off ? <UndoOutlined /> : <StopOutlined />}
              onClick={() => send({ status: off ? 'active' : 'disabled' })}
            >
              {off ? t('admin.partners.restore') : t('admin.partners.disable')}
            </Button>
          )}
        </div>
      </div>
    </section>
  )
}

UnitForm.Add = function Add({
  above,
  partner,
  onClose,
  onMade,
}: {
  above: Unit
  partner: number
  onClose: () => void
  onMade: (id: number) => void
}) {
  const t = useT()
  const [name, setName] = useState('')
  const post = useEndpointMutation(postUnit, {
    onDone: ({ id }) => {
      onClose()
      onMade(id)
    },
  })
  const send = () => name.trim() && post.mutate({ body: { partner, mainId: above.id, name: name.trim() } })
  return (
    <FormModal
      open
      title={`${t('admin.partners.unitNew')} · ${nameOf(above)}`}
      okText={t('common.save')}
      cancelText={t('common.cancel')}
      confirmLoading={post.isPending}
      okButtonProps={{ disabled: !name.trim() }}
      onCancel={onClose}
      onOk={send}
    >
      <Line label={t('admin.partners.name')}>
        <Input
          aria-label={t('admin.partners.name')}
          value={name}
          maxLength={80}
          onChange={(event) => setName(event.target.value)}
          onPressEnter={onEnter(send)}
        />
      </Line>
    </FormModal>
  )
}

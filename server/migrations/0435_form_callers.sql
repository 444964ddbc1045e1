-- What of questionnaires is asked past the policies says itself who may ask it.

-- Who is told of an answer that cannot wait: for the page of the patient who answers, for who collects answers in that unit, and
-- of somebody whom the sender did ask; nobody else learns by it who cares for whom.
create or replace function app_form_told(patient int, house int, sender int) returns table (mid int)
language plpgsql stable security definer set search_path = public rows 5 as $$
#variable_conflict use_column
begin
  if not coalesce(app_kind() = 'system' or app_link_pid() = patient
      or (app_kind() = 'staff' and house = any (app_units()) and app_right('form.collect') = 'y'), false)
    or not exists (select 1 from form_response r where r.pid = patient and r.unit_id = house and r.sent_by = sender
      and (r.partner_id = app_partner() or app_kind() = 'system')) then return; end if;
  return query
    with there as (
      select su.mid, sp.doctortype from staff_unit su join staff_partner sp on sp.mid = su.mid and sp.partner_id = su.partner_id
      where su.unit_id = house and sp.status = 'active' and sp.review = 'onBoard'),
    known as (
      select sender as mid
      union select a.mid from app_alert_carers(patient, house) a
      union select c.owner_mid from crm_case c where c.pid = patient and c.unit_id = house and c.state = 'open'),
    named as (select t.mid from there t join known k on k.mid = t.mid)
    select n.mid from named n
    union
    select t.mid from there t where t.doctortype in ('doctor', 'nurse') and not exists (select 1 from named);
end $$;

-- Whoever withdraws a questionnaire may not see everybody who was asked: open ones of the institution close all the same, with
-- what they have. For who builds questionnaires there, and no link.
create or replace function app_forms_withdraw(of_questionnaire int, institution int)
returns table (id int, pid int, unit_id int, version int)
language plpgsql security definer set search_path = public rows 50 as $$
#variable_conflict use_column
begin
  if not coalesce(app_kind() = 'system'
      or (app_kind() = 'staff' and institution = app_partner() and app_right('form.build') = 'y'), false) then return; end if;
  return query
    update form_response r set state = 'expired', withdrawn = true
    where r.questionnaire_id = of_questionnaire and r.partner_id = institution and r.state in ('sent', 'opened', 'inProgress')
      and exists (select 1 from questionnaire q where q.id = of_questionnaire and q.partner_id = institution)
    returning r.id, r.pid, r.unit_id, r.version;
end $$;

-- Patterns of the audit log (whose records somebody should not have looked at without a reason). A privacy officer searches
-- for them among rows that are the officer's to read; whom they are about is a patient, whom the officer may not see. So these
-- functions answer ids, to whoever may read the log, of the own institution (of all of them, null, to the operator); nothing of
-- a person.

create function app_audit_reads(institution int) returns boolean language sql stable as $$
  select app_may('audit') and (app_operator() or institution is not distinct from app_partner()) $$;

-- Patients of note: marked as VIP, or working here (one mobile, one person).
create function app_audit_patients(what text, institution int) returns int[]
language plpgsql stable security definer set search_path = public as $$
begin
  if not app_audit_reads(institution) then return '{}'; end if;
  return case what
    when 'vip' then array(select m.pid from member m where m.vip
      and exists (select 1 from member_unit mu where mu.pid = m.pid and (institution is null or mu.partner_id = institution)))
    when 'colleague' then array(select m.pid from staff s join staff_partner sp on sp.mid = s.mid and (institution is null or sp.partner_id = institution)
      join member m on m.mobile = s.phone)
    else '{}' end;
end $$;

-- Reader and patient who know each other: the same phone (oneself, or a household), or the patient's emergency contact.
create function app_audit_acquainted(institution int) returns table (mid int, pid int)
language plpgsql stable security definer set search_path = public as $$
begin
  if not app_audit_reads(institution) then return; end if;
  return query select s.mid, m.pid from staff s join staff_partner sp on sp.mid = s.mid and (institution is null or sp.partner_id = institution)
      join member m on m.mobile = s.phone
    union select s.mid, m.pid from staff s join staff_partner sp on sp.mid = s.mid and (institution is null or sp.partner_id = institution)
      join member m on m.emergency_contact ->> 'phone' = s.phone;
end $$;

-- Did any unit of the reader see the patient in the thirty days around?
create function app_audit_unrelated(reader int, patient int, institution int, moment timestamptz) returns boolean
language plpgsql stable security definer set search_path = public as $$
begin
  return app_audit_reads(institution) and not exists (select 1 from appointment a
    join staff_unit su on su.unit_id = a.unit_id and su.partner_id = a.partner_id and su.mid = reader
    where a.pid = patient and a.partner_id = institution and a.start_at between moment - interval '30 days' and moment + interval '30 days');
end $$;
create index member_contact_phone on member ((emergency_contact ->> 'phone')) where emergency_contact is not null;

do $$
declare f text;
begin
  foreach f in array array['app_audit_patients(text, int)', 'app_audit_acquainted(int)', 'app_audit_unrelated(int, int, int, timestamptz)'] loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to teleward_app', f);
  end loop;
end $$;

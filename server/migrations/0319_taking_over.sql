-- What somebody leaves behind whose account is closed, and what an administrator sees of an account without reading its rows.
drop function app_staff_standing(int, int[], timestamptz);
create function app_staff_standing(institution int, people int[], moment timestamptz)
returns table (mid int, sessions int, last_seen timestamptz, line boolean, totp boolean, licence date, visits int, drafts int, todos int, cases int)
language plpgsql stable security definer set search_path = public as $$
begin
  if not app_may('partner') then return; end if;
  return query select sp.mid,
      (select count(*)::int from session se where se.mid = sp.mid and se.partner_id = institution and se.ended_at is null and se.expires_at > moment),
      (select max(se.last_seen_at) from session se where se.mid = sp.mid and se.partner_id = institution),
      exists (select 1 from line_binding lb where lb.mid = sp.mid),
      exists (select 1 from totp t where t.mid = sp.mid and t.confirmed_at is not null),
      (select r.licence_expires from staff_review r where r.mid = sp.mid and r.partner_id = institution),
      (select count(*)::int from appointment a where a.did = sp.mid and a.partner_id = institution and a.start_at > moment
        and a.status in ('held', 'registered', 'checkedIn', 'redial')),
      (select count(*)::int from note n where n.author_mid = sp.mid and n.partner_id = institution and n.state in ('draft', 'prepared')),
      (select count(*)::int from handoff h where h.recipient_mid = sp.mid and h.partner_id = institution and h.status = 0),
      (select count(*)::int from crm_case c where c.owner_mid = sp.mid and c.partner_id = institution and c.state = 'open')
    from staff_partner sp where sp.partner_id = institution and sp.mid = any (people) and app_shares_unit(sp.mid, institution);
end $$;

-- The unfinished to-dos of an account in the caller's hands go to somebody who takes some; the caller reads none of them.
create function app_pass_handoffs(person int, institution int, taker int, moment timestamptz)
returns table (id uuid, version int, giver int)
language plpgsql security definer set search_path = public as $$
begin
  if not app_administers_person(person, institution) or person = taker or not app_shares_unit(taker, institution) then
    raise exception 'not administered' using errcode = '42501';
  end if;
  return query with passed as (
      update handoff h set recipient_mid = taker, reminded_at = null, updated_at = moment
      where h.recipient_mid = person and h.partner_id = institution and h.status = 0 returning h.id, h.version, h.giver_mid),
    told as (insert into handoff_event (handoff_id, partner_id, at, mid, action, to_mid)
      select p.id, institution, moment, app_mid(), 'reassigned', taker from passed p)
    select p.id, p.version, p.giver_mid from passed p;
end $$;

do $$
declare f text;
begin
  foreach f in array array['app_staff_standing(int, int[], timestamptz)', 'app_pass_handoffs(int, int, int, timestamptz)'] loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to teleward_app', f);
  end loop;
end $$;

-- A to-do comes from an alert, too.
alter table handoff drop constraint handoff_about_kind_check;
alter table handoff add constraint handoff_about_kind_check check (about_kind in ('note', 'appointment', 'case', 'message', 'alert'));
create trigger follow_handoffs after update of pid on monitor_alert for each row when (new.pid <> old.pid) execute function follow_handoffs('alert', 'id');
create trigger follow_handoffs after update of pid on chat_message for each row when (new.pid <> old.pid) execute function follow_handoffs('message', 'id');

-- Whether anybody administers an institution is one rule, which services and policies ask: its last administrator stays, it is
-- offered to those who register once there is one, and until then the operator who founded it reads its outbox. Who has not
-- proved the mobile yet cannot do anything, and so administers nothing.
create function institution_administered(institution int) returns boolean
language plpgsql stable security definer set search_path = public as $$
begin
  return exists (select 1 from staff_partner sp join staff s on s.mid = sp.mid join partner p on p.id = sp.partner_id
    where sp.partner_id = institution and sp.status = 'active' and s.status = 'active' and s.mobilecode = 1 and sp.review = 'onBoard'
      -- The operator's institution has no units.
      and (institution = 0 or exists (select 1 from staff_unit su join unit u on u.id = su.unit_id
        where su.mid = sp.mid and su.partner_id = sp.partner_id and u.main_id is null and u.status = 'active'))
      and ('admin.partner' = any (sp.privileges)
        or (sp.doctortype = 'admin' and not coalesce(p.settings -> 'removals' -> 'admin' ? 'admin.partner', false))));
end $$;
-- Those that nobody administers: asked once for a statement.
create function unadministered_institutions() returns int[]
language plpgsql stable security definer set search_path = public as $$
begin
  return array(select p.id from partner p where not institution_administered(p.id));
end $$;

-- An account that somebody else made, whose password somebody else has read: until its person has accepted what is agreed to and set
-- a password of their own, nothing else is open. Who registered did both at once, and so did, before this, whoever is there.
alter table staff_credential add column unclaimed boolean not null default false;
create or replace function app_invite_staff(institution int, login text, mobile text, called text, called_en text, secret_hash text,
  kind text, type smallint, known_as text, review_state text, rights text[], houses int[])
returns int language plpgsql security definer set search_path = public as $$
declare person int;
begin
  if not app_may('partner') or cardinality(houses) = 0 or not (app_operator() or institution = app_partner())
    or exists (select 1 from unnest(houses) h where not app_administers_unit(h)
      or not exists (select 1 from unit u where u.id = h and u.partner_id = institution)) then
    raise exception 'not administered' using errcode = '42501';
  end if;
  insert into staff (account, phone, name, name_en, mobilecode) values (login, mobile, called, called_en, 0) returning staff.mid into person;
  insert into staff_credential (mid, password_hash, unclaimed) values (person, secret_hash, true);
  insert into staff_partner (mid, partner_id, staff_type, doctortype, title, privileges, review)
    values (person, institution, type, kind, known_as, rights, review_state);
  insert into staff_unit (mid, partner_id, unit_id) select person, institution, h from unnest(houses) h;
  return person;
end $$;

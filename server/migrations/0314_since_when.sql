-- A membership begins on the institution's day, not on the server's: the default of member_unit.since, whoever writes the row.
-- Without an institution (the demo, a test's own rows) the server's day stays.
create function app_today() returns date language sql stable as $$
  select coalesce((select (now() at time zone p.time_zone)::date from partner p where p.id = app_partner()), current_date) $$;
alter table member_unit alter column since set default app_today();

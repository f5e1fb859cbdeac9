-- Counting a segment looks at every contact of an organization. The policy's tenant as a subquery is read once a statement; as it was
-- it was read once a row, which took more than half the time of counting 500,000 contacts (bench/segments.ts).
do $$
declare counted text;
begin
  foreach counted in array array['contacts', 'consents', 'contact_events', 'campaign_recipients'] loop
    execute format(
      'alter policy tenant on app.%I using (org_id = (select app.current_org())) with check (org_id = (select app.current_org()))', counted);
  end loop;
end $$;

-- Codes that were revoked before 0102 noted it: of each line as many as its refunds do not pay for.
update gift_codes set is_revoked_unpaid = true
from (
  select gift_codes.id,
    row_number() over (partition by line.id order by gift_codes.revoked_at desc, gift_codes.id desc) as place,
    count(*) over (partition by line.id) - coalesce((
      select sum((back ->> 'quantity')::int)
      from refunds, jsonb_array_elements(refunds.lines -> 'lines') back
      where refunds.order_id = line.order_id and back ->> 'line_id' = line.id::text
    ), 0) as unpaid
  from order_lines line join gift_codes on gift_codes.order_line_id = line.id
  where revoked_at is not null and redeemed_at is null
) revoked
where revoked.id = gift_codes.id and place <= unpaid;

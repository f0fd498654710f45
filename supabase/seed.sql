-- The demonstration catalogue. Written by scripts/make-demo-catalogue.ts from scripts/demo-catalogue.
-- All people, companies, reviews, episodes and stories in it are invented.

insert into public.mentors
  (id, name, title, expertise, specializations, bio, image, rating, reviews, price, is_demonstration)
select v.id::uuid, v.name, v.title, v.expertise, v.specializations, v.bio, v.image, v.rating, v.reviews, v.price, true
from (values
  ('b3f71e45-73e7-85af-ae1c-9065a1b18f23', 'Lakshmi Venkataraghavan', 'Company Secretary, 24 years in practice', 'Company law and founder agreements',
   array['Incorporation', 'Founders'' agreements', 'ESOP plans', 'Board and ROC filings', 'DPIIT recognition'],
   E'Lakshmi has been a practising company secretary in Chennai since 2001. Her first start-up client paid her in idli batter grinders; the company now exports them to nine countries and she still signs its annual return.' ||
   E'\n\n' ||
   E'Most founders come to her after something has gone wrong: a co-founder who left with 40 per cent, share certificates nobody issued, three years of filings not made. She would rather see you before. Bring your cap table, however messy, and the names of everyone you have promised shares to, including the ones you promised over tea.' ||
   E'\n\n' ||
   E'She speaks Tamil, English and enough Telugu to argue. Sessions end with a list of what to file, in which form, by which date.',
   '/portraits/lakshmi-venkataraghavan-640.webp', 4.9, 61, 3500),
  ('abf9609c-cad5-889c-a7cb-4c958eb66245', 'Prerna Kakkar', 'Partner, Kakkar Saini Law Chambers', 'Term sheets and commercial contracts',
   array['Term sheets', 'SaaS contracts', 'Founder exits', 'Data protection', 'Employment terms'],
   E'I read contracts for a living and I am quick at it. Send me the draft the night before and we will spend the hour on the six clauses that matter instead of the forty that do not.' ||
   E'\n\n' ||
   E'I started in the disputes team of a large Delhi firm, which is a good place to learn how agreements fail. For the last nine years I have worked only with young companies: about seventy seed and Series A rounds, mostly on the founders’ side of the table. The clause I argue about most is still the liquidation preference. The one founders should argue about more is who may hire and fire.' ||
   E'\n\n' ||
   E'What I cannot do in an hour is be your lawyer. I will tell you plainly when you need one.',
   '/portraits/prerna-kakkar-640.webp', 4.8, 44, 8500),
  ('3303e354-0817-8548-a892-06e34dcc560f', 'Sreejith Nambiar', 'Patent Attorney, Nambiar & Thampi IP', 'Patents, trademarks and licensing',
   array['Patent strategy', 'Trademarks', 'University spin-offs', 'Licensing'],
   E'Sreejith trained as a marine engineer, spent four years on ships, and took the patent agent’s examination because he was bored in port. He has drafted some 300 specifications since, for fish-feed makers, prosthetics labs and one very determined inventor of a coconut-climbing robot.' ||
   E'\n\n' ||
   E'Many founders do not need a patent and he will say so in the first ten minutes. If you do, he can tell you what to file now, what to keep secret, and what your last conference poster has already given away. Founders coming out of a college lab should bring the letter that says who owns the invention. There usually is one.',
   '/portraits/sreejith-nambiar-640.webp', 4.7, 23, 5200),
  ('02db88c4-dc94-8fb7-ae7d-e91067876e45', 'Ananya Deshpande', 'Partner, Tarini Seed Fund', 'Seed rounds and investor conversations',
   array['Pitch decks', 'Seed rounds', 'Cap tables', 'Investor updates', 'First meetings'],
   E'Ananya sits through about six hundred pitches a year and says yes to seven. She can usually tell you by slide four why an investor has stopped listening, and what to put there instead.' ||
   E'\n\n' ||
   E'Before Tarini she built a grain-testing company in Pune, raised two rounds for it, and sold it for a price she describes as “educational”. She knows the view from both chairs: the Thursday when payroll depends on a wire that has not come, and the partner meeting where a good company dies because nobody in the room could repeat what it does.' ||
   E'\n\n' ||
   E'Come with the deck you have, not the one you plan to make. She will also ask for your last three months’ numbers. If there are none, she will help you decide which three to start counting on Monday.',
   '/portraits/ananya-deshpande-640.webp', 4.9, 128, 9000),
  ('dba70c63-d330-8758-a635-11d38aa691b6', 'Ishita Borthakur', 'Director, Luit Impact Office', 'Grants and patient capital',
   array['Grant writing', 'Impact investors', 'Government schemes', 'Social enterprise'],
   E'If your company will never grow ten times a year, but ought to exist, talk to Ishita. She has helped weaving collectives, a boat ambulance and a bamboo-panel maker in Assam raise a little over ₹31 crore that did not have to be paid back, or not soon.' ||
   E'\n\n' ||
   E'She reads your application the way the reviewer will: tired, at night, with forty more to go. Expect the summary to be rewritten on the call. She keeps a calendar of open calls for the North-East and will tell you which of them are worth three weekends of your life.',
   '/portraits/ishita-borthakur-640.webp', 4.8, 37, 2200),
  ('77c0b587-1f31-863e-aec9-b6301a88512f', 'Bhaskar Mohapatra', 'Founder, Kendu Agri Ventures', 'Raising money for agriculture',
   array['Agritech', 'Working capital', 'Bank and NBFC debt', 'Farmer companies'],
   E'Bhaskar spent fifteen years in a rural bank in Kalahandi approving loans, and another ten on the other side of the desk asking for them. His seed-treatment business works with 42,000 farmers across Odisha and Chhattisgarh and has never sold a share. It has borrowed, carefully, eleven times.' ||
   E'\n\n' ||
   E'He is the person to see when your problem is not valuation but the ninety days between paying a farmer and being paid by a mill. He will draw your cash cycle on a sheet of paper, hold it up to the camera, and circle the place where it breaks.' ||
   E'\n\n' ||
   E'Sessions in Odia, Hindi or English.',
   '/portraits/bhaskar-mohapatra-640.webp', 4.6, 29, 4500),
  ('36ffab08-feca-81b4-a001-a3c7a2ca741d', 'Behram Sukhadwala', 'Angel investor, former CFO of Kolaba Marine Tools', 'Finance for first-time founders',
   array['Financial models', 'Unit economics', 'Angel rounds', 'Due diligence', 'Board packs'],
   E'I was a finance man in Mumbai for thirty-four years and I have been retired for six, which is to say I now do the same work without a tie. I have put small cheques into nineteen young companies. Four have died, two have done splendidly, and the rest are teaching me patience.' ||
   E'\n\n' ||
   E'Send me your model in a spreadsheet at least a day ahead. I shall break it, politely. In my experience the founder who understands her own gross margin can be taught everything else in an afternoon.' ||
   E'\n\n' ||
   E'I take few sessions, so please look a few weeks ahead.',
   '/portraits/behram-sukhadwala-640.webp', 5.0, 52, 12000),
  ('f0b800a8-42c8-8629-a315-eda0aac8167a', 'Meher Lakdawala', 'Brand Strategist, Studio Gulmohar Lane', 'Brand positioning for consumer start-ups',
   array['Positioning', 'Naming', 'Packaging', 'Brand voice', 'Launch plans'],
   E'Meher names things. Over eighteen years she has named a toothpaste, two trains of thought that became podcasts, an orphan brand of soda that outsells the one it was orphaned from, and a cat. She runs a four-person studio in Mumbai that works with companies before they can afford an agency.' ||
   E'\n\n' ||
   E'Her method is unglamorous. She asks you to describe your last five customers by name, then what each of them told a friend about you. The brand is generally in that sentence, and it is generally not the sentence on your website.' ||
   E'\n\n' ||
   E'Bring your packaging, your home page and the thing about your product you are slightly embarrassed by. She is fond of that last one.',
   '/portraits/meher-lakdawala-640.webp', 4.9, 96, 7000),
  ('dc511b84-495e-87d2-a2b9-157d5388b5b7', 'Devyani Chundawat', 'Co-founder, Dhaaga & Daughters', 'Selling craft without discounting it',
   array['D2C brands', 'Instagram', 'Marketplaces', 'Craft and textile', 'Pricing'],
   E'Devyani and her mother began with eleven quilts on a rented stall in Jaipur. Dhaaga & Daughters now pays 160 block printers and stitchers a monthly wage and sends parcels to 34 countries, about half of them from phone photographs she still takes herself, before nine, on the north side of the terrace.' ||
   E'\n\n' ||
   E'She mentors people who make things with their hands, or sell for those who do. Typical sessions: how to photograph indigo, why your cost sheet has forgotten your own salary, what to answer when a marketplace wants sixty per cent off for Diwali.',
   '/portraits/devyani-chundawat-640.webp', 4.7, 58, 3200),
  ('f2c52b4c-396c-879f-a309-80fdb8f68b48', 'Banri Kharkongor', 'Head of Content, Umiam Coffee Works', 'Content and community for food brands',
   array['Content', 'Short video', 'Food and beverage', 'Community'],
   E'Banri films coffee for a living. When she joined Umiam in Shillong it had four hundred followers and a roaster that caught fire; the fire video did rather well. Two and a half years later the company sells more in Bengaluru than at home, and has spent less on advertising than on bubble wrap.' ||
   E'\n\n' ||
   E'She is twenty-eight, new to mentoring, and priced accordingly. Ask her about filming with one phone and no budget, writing captions that do not sound like captions, and getting customers to talk to each other and not only to you.',
   '/portraits/banri-kharkongor-640.webp', 4.5, 0, 1500),
  ('5c022248-d157-8573-a7a4-644543fecbcb', 'Ritwik Bandopadhyay', 'Product Lead, Galla Circle', 'From prototype to first thousand users',
   array['MVP scoping', 'Roadmaps', 'User interviews', 'Fintech products'],
   E'Ritwik’s rule is that version one should be embarrassing to exactly one person: you. He has shipped three products used by shopkeepers in Kolkata’s lanes, among them a ledger that worked over missed calls for two years before it became an app.' ||
   E'\n\n' ||
   E'He is at his best with a founder who has a feature list and six weeks of money. You will spend the session crossing out. What is left gets drawn on a single page with a number beside each box: how you will know, in how many days, whether anybody wants it.' ||
   E'\n\n' ||
   E'He will not write your specification. He will sit with you while you do, which he insists is different.',
   '/portraits/ritwik-bandopadhyay-640.webp', 4.8, 66, 4800),
  ('da74c688-fc20-881d-a3c4-92f984798c2c', 'Sumati Hegde', 'UX Researcher, independent', 'User research that changes decisions',
   array['User research', 'Usability testing', 'Health products', 'Accessibility', 'Onboarding'],
   E'I watch people use things. Eleven years of it: insulin pens in Mangaluru, a crop-price line in Davanagere, the discharge desk of a hospital where the form had a field nobody alive could explain.' ||
   E'\n\n' ||
   E'Founders tell me they have no time for research. You have time for five conversations, and five is nearly always enough to find the one thing stopping people. We will write the questions together, and I will play the difficult respondent so that you can practise not selling.' ||
   E'\n\n' ||
   E'If you have recordings already, send me two. I would sooner listen to your users than hear about them.',
   '/portraits/sumati-hegde-640.webp', 4.9, 41, 6000),
  ('853da41c-18a8-8974-a701-52d30aaebe19', 'Shivendra Chaubey', 'Founder, Boli Voice', 'Products for people new to the internet',
   array['Voice interfaces', 'Indian languages', 'Low-end phones', 'Field pilots'],
   E'Shivendra grew up in Ballia, where his grandmother ran a grocery on memory alone. Boli, his second company, lets people like her order stock by speaking Bhojpuri into a ₹6,000 phone. It hears Maithili too now, and is making slow progress with Magahi.' ||
   E'\n\n' ||
   E'He can save you from the usual mistakes: icons that mean nothing outside a metro, text where nobody reads, an app of 90 MB where the phone has 200 left. Before you build anything else he will ask whether you have spent a full day in a shop. If not, that is the plan for next week and the session will be short.',
   '/portraits/shivendra-chaubey-640.webp', 4.6, 18, 2800),
  ('93c0fb8c-4643-8f91-abc1-7837e0d2f3f1', 'Imtiaz Rahmani', 'Head of Operations, Himkana Cold Chain', 'Logistics and last-mile delivery',
   array['Warehousing', 'Last mile', 'Cold chain', 'Vendor contracts'],
   E'Imtiaz has moved mangoes, vaccines, wedding sherwanis and, once, a stuffed leopard for a museum. From Lucknow he runs 140 refrigerated vehicles across the Gangetic plain and knows which toll plaza will cost you forty minutes on a Friday.' ||
   E'\n\n' ||
   E'If you deliver anything, he will ask for one week of orders with pin codes and times. Patterns fall out quickly: the route that loses money every day, the packaging that weighs more than the product, the return nobody has counted. He likes problems with boxes in them, and is suspicious of software until the boxes are right.',
   '/portraits/imtiaz-rahmani-640.webp', 4.7, 34, 3000),
  ('ad8c60d5-fa0a-8579-a9d8-c08386c12a7d', 'Arvind Kulasekaran', 'Plant Director (retd.), Siruvani Pumps', 'Setting up manufacturing in India',
   array['Contract manufacturing', 'Quality systems', 'Tooling', 'Costing', 'Hardware'],
   E'Thirty-one years on factory floors around Coimbatore, the last nine in charge of one that made two thousand pumps a day. I have hired, trained, pleaded with and been scolded by some very fine machinists.' ||
   E'\n\n' ||
   E'Young hardware companies come to me with a beautiful prototype and no idea what the ten-thousandth one will cost. We go through the drawing together. There is always a tolerance that is too tight, a fastener that should be a snap, a part bought from abroad that is cast two streets from my house.' ||
   E'\n\n' ||
   E'I will give you names of workshops if I think you are ready to meet them. If I do not think so, I will tell you what to prepare.',
   '/portraits/arvind-kulasekaran-640.webp', 4.8, 47, 5500),
  ('fd7ea1d3-bfbe-8cba-ac53-8a589ce07658', 'Rukmini Chelladurai', 'Fractional CFO, Vaigai Books', 'Cash flow, GST and small-team finance',
   array['Cash flow', 'GST', 'Pricing', 'Bookkeeping set-up', 'Payroll'],
   E'Rukmini keeps the books of fourteen start-ups from a house in Madurai with very good broadband. She has seen every way a young company can run out of money, and says there are really only three.' ||
   E'\n\n' ||
   E'Her sessions are calm. You share your bank statement (yes, the real one), she sorts the last ninety days into five heaps, and by the end you know the month in which the line touches zero and which two decisions would move it. GST notices, input credit that never arrived and payroll for people in four states are everyday fare.',
   '/portraits/rukmini-chelladurai-640.webp', 4.8, 73, 2500),
  ('b0ad32b8-ce3e-81f6-a23a-bb8438be9ea9', 'Daljeet Kaur Sekhon', 'People Advisor, ex-VP HR at Sutlej Software', 'Hiring the first twenty people',
   array['Hiring', 'Culture', 'Difficult conversations', 'Compensation', 'Co-founder conflict'],
   E'Daljeet hired the first 300 people of a Mohali software company and, in one bad quarter, had to let 60 of them go. She talks about the second thing more than the first.' ||
   E'\n\n' ||
   E'Founders usually book her for one of three reasons: they cannot close the engineer they want, somebody they like is not working out, or two co-founders have stopped eating lunch together. For the last of these, book together. She will speak to each of you for fifteen minutes and to both for thirty, and she has a gift for saying aloud the sentence you have both been avoiding.',
   '/portraits/daljeet-kaur-sekhon-640.webp', 4.6, 31, 6500),
  ('a016b7cc-3436-8d99-ab6c-9a0831c9f2d5', 'Harpreet Singh Bhullar', 'Sales Director, Ferozegar Industrial Supply', 'B2B sales to old-fashioned industries',
   array['B2B sales', 'Cold outreach', 'Distributor networks', 'Negotiation', 'Collections'],
   E'Harpreet sold his first ball bearing at nineteen, in Ludhiana, to a man who had thrown him out twice that week. Twenty-two years later he looks after 900 dealers in the north and still makes ten cold calls every Monday, to stay honest.' ||
   E'\n\n' ||
   E'He is for founders who build something good for factories, mills, workshops or wholesalers and cannot get a reply. You will rehearse the call. He plays the purchase manager, and he plays him very well: busy, rude, and worried about something he will not say. Finding out what that is, Harpreet holds, is the whole of selling.' ||
   E'\n\n' ||
   E'He is also useful after the sale. Ask him how to get paid.',
   '/portraits/harpreet-singh-bhullar-640.webp', 4.9, 104, 5000),
  ('88a85377-92ea-8843-a837-56a2c83abc3e', 'Omkar Gaitonde', 'VP Revenue, Plinth Systems', 'SaaS sales to overseas customers',
   array['SaaS pricing', 'Outbound', 'Demos', 'US and EU customers', 'Sales hiring'],
   E'From a desk in Panaji, Omkar has sold software to dentists in Ohio, shipping agents in Rotterdam and a chain of Danish garden centres. Plinth went from nothing to 4 million dollars a year while he carried the bag, then hired the people who carry it now.' ||
   E'\n\n' ||
   E'He works with founders who have between five and fifty paying customers and want the next fifty to be less of an accident. Share a recording of a recent demo. He stops it often. Usually the fix is to show less, later, and to ask what happens in the customer’s Tuesday.' ||
   E'\n\n' ||
   E'Also: price. Yours is probably too low, and he can show you how to test that without frightening anyone.',
   '/portraits/omkar-gaitonde-640.webp', 4.7, 39, 10500),
  ('512c7b3f-a335-8664-a575-bf9e3e699af1', 'Jignesh Vadgama', 'Founder, Aji Kitchenware', 'Distribution and general trade',
   array['General trade', 'Distributor margins', 'Trade fairs', 'Exports'],
   E'Jignesh makes pressure-cooker gaskets and eleven other things you own and have never thought about. They leave Rajkot for 6,000 shops. He built that network one shutter at a time, on a scooter, with samples in a biscuit tin.' ||
   E'\n\n' ||
   E'He explains what no course does: what a super-stockist really earns, why a scheme in March ruins April, how many days of credit is a favour and how many is a trap. If you are going from online to shops, an hour with him is cheaper than your first bad distributor. Gujarati, Hindi, English.',
   '/portraits/jignesh-vadgama-640.webp', 4.4, 21, 3400),
  ('9d4d2400-c507-8d62-a0b9-918ee7544539', 'Karthik Nadimpalli', 'CTO, Rayalabs Diagnostics', 'Architecture for small engineering teams',
   array['System design', 'First engineering hires', 'Cloud costs', 'Health data', 'Technical due diligence'],
   E'Karthik has been the first engineer at three Hyderabad companies and the adult in the room at two of them. At Rayalabs his team of nine runs the reports of 240 diagnostic labs on a setup so plain that visitors ask where the rest of it is.' ||
   E'\n\n' ||
   E'Ask him the question you are afraid to ask your own developers. Is this rewrite needed? Why does the bill from the cloud look like rent? Do we need a data scientist, or a better spreadsheet? Founders who do not write code are welcome; he draws, and he does not use a word he has not explained.' ||
   E'\n\n' ||
   E'For technical founders he reads code. Share a repository and two files you are not proud of.',
   '/portraits/karthik-nadimpalli-640.webp', 4.9, 87, 8000),
  ('63427951-a57f-8d0a-a932-d82fdba3f49e', 'Sanathoi Laishram', 'Mobile Engineering Lead, Loktak Pay', 'Android apps that work offline',
   array['Android', 'Offline-first', 'Payments integration', 'App performance'],
   E'When the network goes down in Imphal, which it does, Sanathoi’s app keeps taking payments and settles them when the bars come back. She has spent seven years on that one hard promise and has opinions about queues, clocks and the phones people really carry.' ||
   E'\n\n' ||
   E'She helps founders decide what has to work without a signal and what can wait, choose between native and cross-platform without a religious war, and find why the app is slow on the phone your customer has. If you are hiring your first mobile developer she will sit in on the design of the test, not the interview.',
   '/portraits/sanathoi-laishram-640.webp', 4.7, 26, 4200),
  ('674d189b-a956-80ae-afb5-9fbe521d404d', 'Jerin Pulickal', 'Staff Engineer, formerly Backwater Robotics', 'Embedded systems and connected devices',
   array['IoT', 'Firmware', 'Hardware prototypes', 'Certification'],
   E'Jerin builds small machines that survive Kerala: salt air, monsoon, current that arrives in gusts. Prawn-pond sensors, a boat tracker, a rubber-tapping counter that a goat ate and that kept counting.' ||
   E'\n\n' ||
   E'He can look at your schematic, tell you which parts will be out of stock by the time you order, and say what BIS and WPC approval will need so that you learn it now and not with five hundred boards on the table. He likes to see the device on camera. If it is smoking, that is also information.',
   '/portraits/jerin-pulickal-640.webp', 4.5, 15, 3800),
  ('4de20cf0-4667-8fce-abfe-fc56fb3d789e', 'Madhurima Talukdar', 'Data Scientist, Chowringhee Analytics', 'Practical machine learning',
   array['Machine learning', 'Data pipelines', 'Forecasting', 'Language models', 'Experiment design'],
   E'I trained as a statistician in Kolkata and have spent a decade telling people that they need less AI than they think, and then building the small amount they do need. Rainfall for tea gardens, stock for chemists, a model that guesses which parcels will come back.' ||
   E'\n\n' ||
   E'Bring a decision you make every week and the data you make it with, even if that is a notebook. We will work out whether a model would make it better, what it may cost when it is wrong, and how you would notice. Half of my sessions end with a rule of thumb that fits in one line. I count those as successes.',
   '/portraits/madhurima-talukdar-640.webp', 4.8, 33, 7400),
  ('61961dbf-bed2-8c2d-a48d-bf444e7e5a06', 'Nafisa Kapadia', 'Growth Advisor, ex-Khushboo Home', 'Repeat purchase and retention',
   array['Retention', 'Email and WhatsApp', 'Subscriptions', 'D2C', 'Cohorts'],
   E'Nafisa’s favourite customer is the second-time customer. At a home-fragrance company in Ahmedabad she took the share of buyers who came back within ninety days from 14 to 38 per cent, mostly by writing to them like a person and by sending the refill before the bottle ran out.' ||
   E'\n\n' ||
   E'She will want your order export. No names, only dates and amounts. From it she makes one chart, the cohort chart, and for most founders it is the first time they see whether the business is filling a bucket or a sieve. The rest of the hour is about the hole.',
   '/portraits/nafisa-kapadia-640.webp', 4.8, 49, 6200),
  ('1ea6fc0a-b3cb-81c4-adfc-59ff63e79aff', 'Tenzing Lepcha', 'Founder, Slow Valley Stays', 'Growing travel and local businesses',
   array['Travel', 'Local partnerships', 'Reviews and referrals', 'Seasonality'],
   E'Tenzing began with his aunt’s spare room in Dzongu and a hand-painted sign. Slow Valley is now 84 homestays in Sikkim and Kalimpong, run by the families who own them, full from March to June and, after four years of trying, half full in August.' ||
   E'\n\n' ||
   E'He mentors businesses that grow a village, a neighbourhood or a season at a time. Topics he is good on: first reviews, asking guests to bring guests, what to do with the dead months, how to say no to a tour operator. He answers from a hillside, so expect the odd cow.',
   '/portraits/tenzing-lepcha-640.webp', 4.6, 12, 1900),
  ('8d475349-91a6-81c3-a156-c840065767c5', 'Kunal Wadhwani', 'Performance Marketer, Sarafa Digital', 'Paid acquisition on a small budget',
   array['Search ads', 'Social ads', 'Landing pages', 'Attribution'],
   E'Kunal has spent ₹48 crore of other people’s money on advertisements and can tell you, to the lakh, how much of it was wasted. He finds the number useful. He runs a team of twelve in Indore and takes founders through the first ₹50,000 of spending, which is where the habits form.' ||
   E'\n\n' ||
   E'Screen-share your ad account. In most of them a third of the budget goes to people who would have bought anyway, and the landing page asks for a phone number before saying what the thing is. You will leave with three advertisements paused, one written, and a rule for when to stop.',
   '/portraits/kunal-wadhwani-640.webp', 4.3, 55, 4000),
  ('32e4531a-1a95-869d-a71d-ac1e10f7672f', 'Swarali Phadke', 'Community Lead, Ovi Study Circles', 'Community-led growth for education',
   array['Community', 'Campus programmes', 'Edtech', 'Student founders'],
   E'Swarali started a Sunday study circle in Nashik to get through her own accountancy papers. It has 61,000 members now, in forty towns, and the company that grew up around it has never bought an advertisement for students.' ||
   E'\n\n' ||
   E'She is glad to talk to student founders, including those whose company is so far a group chat. Good questions for her: how to find the ten people who will run things for you, what to give them that is not money, when to put the first price on something that was free, and how to do all this in an exam year.',
   '/portraits/swarali-phadke-640.webp', 4.5, 0, 1800)
) as v (id, name, title, expertise, specializations, bio, image, rating, reviews, price)
where not exists (select from public.mentors m where m.id = v.id::uuid);

insert into public.mentor_categories (mentor_id, category_id)
select v.mentor_id::uuid, c.id
from (values
  ('b3f71e45-73e7-85af-ae1c-9065a1b18f23', 'Legal & Compliance'),
  ('abf9609c-cad5-889c-a7cb-4c958eb66245', 'Legal & Compliance'),
  ('abf9609c-cad5-889c-a7cb-4c958eb66245', 'Fundraising'),
  ('3303e354-0817-8548-a892-06e34dcc560f', 'Legal & Compliance'),
  ('3303e354-0817-8548-a892-06e34dcc560f', 'Technology'),
  ('02db88c4-dc94-8fb7-ae7d-e91067876e45', 'Fundraising'),
  ('dba70c63-d330-8758-a635-11d38aa691b6', 'Fundraising'),
  ('dba70c63-d330-8758-a635-11d38aa691b6', 'Operations'),
  ('77c0b587-1f31-863e-aec9-b6301a88512f', 'Fundraising'),
  ('77c0b587-1f31-863e-aec9-b6301a88512f', 'Operations'),
  ('36ffab08-feca-81b4-a001-a3c7a2ca741d', 'Fundraising'),
  ('36ffab08-feca-81b4-a001-a3c7a2ca741d', 'Operations'),
  ('f0b800a8-42c8-8629-a315-eda0aac8167a', 'Marketing & Branding'),
  ('dc511b84-495e-87d2-a2b9-157d5388b5b7', 'Marketing & Branding'),
  ('dc511b84-495e-87d2-a2b9-157d5388b5b7', 'Growth'),
  ('f2c52b4c-396c-879f-a309-80fdb8f68b48', 'Marketing & Branding'),
  ('5c022248-d157-8573-a7a4-644543fecbcb', 'Product Development'),
  ('da74c688-fc20-881d-a3c4-92f984798c2c', 'Product Development'),
  ('da74c688-fc20-881d-a3c4-92f984798c2c', 'Growth'),
  ('853da41c-18a8-8974-a701-52d30aaebe19', 'Product Development'),
  ('853da41c-18a8-8974-a701-52d30aaebe19', 'Technology'),
  ('93c0fb8c-4643-8f91-abc1-7837e0d2f3f1', 'Operations'),
  ('ad8c60d5-fa0a-8579-a9d8-c08386c12a7d', 'Operations'),
  ('ad8c60d5-fa0a-8579-a9d8-c08386c12a7d', 'Product Development'),
  ('fd7ea1d3-bfbe-8cba-ac53-8a589ce07658', 'Operations'),
  ('fd7ea1d3-bfbe-8cba-ac53-8a589ce07658', 'Legal & Compliance'),
  ('b0ad32b8-ce3e-81f6-a23a-bb8438be9ea9', 'Operations'),
  ('a016b7cc-3436-8d99-ab6c-9a0831c9f2d5', 'Sales'),
  ('88a85377-92ea-8843-a837-56a2c83abc3e', 'Sales'),
  ('88a85377-92ea-8843-a837-56a2c83abc3e', 'Growth'),
  ('512c7b3f-a335-8664-a575-bf9e3e699af1', 'Sales'),
  ('512c7b3f-a335-8664-a575-bf9e3e699af1', 'Operations'),
  ('9d4d2400-c507-8d62-a0b9-918ee7544539', 'Technology'),
  ('63427951-a57f-8d0a-a932-d82fdba3f49e', 'Technology'),
  ('63427951-a57f-8d0a-a932-d82fdba3f49e', 'Product Development'),
  ('674d189b-a956-80ae-afb5-9fbe521d404d', 'Technology'),
  ('674d189b-a956-80ae-afb5-9fbe521d404d', 'Product Development'),
  ('4de20cf0-4667-8fce-abfe-fc56fb3d789e', 'Technology'),
  ('4de20cf0-4667-8fce-abfe-fc56fb3d789e', 'Growth'),
  ('61961dbf-bed2-8c2d-a48d-bf444e7e5a06', 'Growth'),
  ('61961dbf-bed2-8c2d-a48d-bf444e7e5a06', 'Marketing & Branding'),
  ('1ea6fc0a-b3cb-81c4-adfc-59ff63e79aff', 'Growth'),
  ('1ea6fc0a-b3cb-81c4-adfc-59ff63e79aff', 'Operations'),
  ('8d475349-91a6-81c3-a156-c840065767c5', 'Growth'),
  ('8d475349-91a6-81c3-a156-c840065767c5', 'Marketing & Branding'),
  ('32e4531a-1a95-869d-a71d-ac1e10f7672f', 'Growth')
) as v (mentor_id, category)
join public.categories c on c.name = v.category
on conflict do nothing;

insert into public.mentor_private (mentor_id, email) values
  ('b3f71e45-73e7-85af-ae1c-9065a1b18f23', 'lakshmi-venkataraghavan@example.com'),
  ('abf9609c-cad5-889c-a7cb-4c958eb66245', 'prerna-kakkar@example.com'),
  ('3303e354-0817-8548-a892-06e34dcc560f', 'sreejith-nambiar@example.com'),
  ('02db88c4-dc94-8fb7-ae7d-e91067876e45', 'ananya-deshpande@example.com'),
  ('dba70c63-d330-8758-a635-11d38aa691b6', 'ishita-borthakur@example.com'),
  ('77c0b587-1f31-863e-aec9-b6301a88512f', 'bhaskar-mohapatra@example.com'),
  ('36ffab08-feca-81b4-a001-a3c7a2ca741d', 'behram-sukhadwala@example.com'),
  ('f0b800a8-42c8-8629-a315-eda0aac8167a', 'meher-lakdawala@example.com'),
  ('dc511b84-495e-87d2-a2b9-157d5388b5b7', 'devyani-chundawat@example.com'),
  ('f2c52b4c-396c-879f-a309-80fdb8f68b48', 'banri-kharkongor@example.com'),
  ('5c022248-d157-8573-a7a4-644543fecbcb', 'ritwik-bandopadhyay@example.com'),
  ('da74c688-fc20-881d-a3c4-92f984798c2c', 'sumati-hegde@example.com'),
  ('853da41c-18a8-8974-a701-52d30aaebe19', 'shivendra-chaubey@example.com'),
  ('93c0fb8c-4643-8f91-abc1-7837e0d2f3f1', 'imtiaz-rahmani@example.com'),
  ('ad8c60d5-fa0a-8579-a9d8-c08386c12a7d', 'arvind-kulasekaran@example.com'),
  ('fd7ea1d3-bfbe-8cba-ac53-8a589ce07658', 'rukmini-chelladurai@example.com'),
  ('b0ad32b8-ce3e-81f6-a23a-bb8438be9ea9', 'daljeet-kaur-sekhon@example.com'),
  ('a016b7cc-3436-8d99-ab6c-9a0831c9f2d5', 'harpreet-singh-bhullar@example.com'),
  ('88a85377-92ea-8843-a837-56a2c83abc3e', 'omkar-gaitonde@example.com'),
  ('512c7b3f-a335-8664-a575-bf9e3e699af1', 'jignesh-vadgama@example.com'),
  ('9d4d2400-c507-8d62-a0b9-918ee7544539', 'karthik-nadimpalli@example.com'),
  ('63427951-a57f-8d0a-a932-d82fdba3f49e', 'sanathoi-laishram@example.com'),
  ('674d189b-a956-80ae-afb5-9fbe521d404d', 'jerin-pulickal@example.com'),
  ('4de20cf0-4667-8fce-abfe-fc56fb3d789e', 'madhurima-talukdar@example.com'),
  ('61961dbf-bed2-8c2d-a48d-bf444e7e5a06', 'nafisa-kapadia@example.com'),
  ('1ea6fc0a-b3cb-81c4-adfc-59ff63e79aff', 'tenzing-lepcha@example.com'),
  ('8d475349-91a6-81c3-a156-c840065767c5', 'kunal-wadhwani@example.com'),
  ('32e4531a-1a95-869d-a71d-ac1e10f7672f', 'swarali-phadke@example.com')
on conflict do nothing;

insert into public.mentor_reviews (id, mentor_id, author_name, rating, created_at, comment, is_demonstration)
select v.id::uuid, v.mentor_id::uuid, v.author, v.rating, now() - make_interval(days => v.days_ago), v.comment, true
from (values
  ('e3ff08c3-3fad-8277-aa8e-15f944551174', 'b3f71e45-73e7-85af-ae1c-9065a1b18f23', 'Revathi S.', 5, 19,
   'We had issued shares on WhatsApp, basically. She did not laugh, which I appreciated, and gave us the order in which to fix it. Took five weeks and it is done.'),
  ('d5d710b5-97b3-86ed-a470-8420b0563463', 'b3f71e45-73e7-85af-ae1c-9065a1b18f23', 'Mohit A.', 5, 74,
   'Explained vesting to my co-founder better than I had managed in four months.'),
  ('bbf14aa4-6956-83bb-ac92-e0b101006446', 'abf9609c-cad5-889c-a7cb-4c958eb66245', 'Gaurav T.', 5, 8,
   'Marked up our term sheet live. Two points she raised got changed the same week, and the investor said it was the first sensible redline they had seen from us.'),
  ('205d7a14-5795-8288-ad71-7ad1aa82e304', 'abf9609c-cad5-889c-a7cb-4c958eb66245', 'Hemal V.', 5, 55,
   'Direct, fast, zero jargon.'),
  ('aa8d0654-1903-8186-afcc-2bde55e2c617', 'abf9609c-cad5-889c-a7cb-4c958eb66245', 'Ritu Anand', 4, 120,
   'Very useful on the contract. We ran out of time for the employment questions, so pick one topic.'),
  ('b9de91e3-ceec-8732-a764-dcf68612d24f', '3303e354-0817-8548-a892-06e34dcc560f', 'Dr. Asha M.', 5, 33,
   'Saved us from filing on something we had published eight months earlier. Sobering, but worth every rupee.'),
  ('7136c2fd-a48a-8444-ad6a-15dfb79894db', '02db88c4-dc94-8fb7-ae7d-e91067876e45', 'Sahil Bhatnagar', 5, 5,
   'She asked one question about our churn and the whole deck had to be rebuilt. We closed eleven weeks later with the rebuilt one.'),
  ('d60ebfe9-b03a-8533-a64d-43b837cc1bd5', '02db88c4-dc94-8fb7-ae7d-e91067876e45', 'Nandita P.', 5, 27,
   'No flattery at all. I left with a list of nine investors and, more useful, a list of twenty to stop writing to.'),
  ('061330d5-a5ec-838f-a11b-fa58f45102b7', '02db88c4-dc94-8fb7-ae7d-e91067876e45', 'Arjun K.', 4, 63,
   'Very good on the deck. I wish I had booked earlier in the round.'),
  ('3466f8b7-4afc-8ca2-a590-6d5dfafd87a1', 'dba70c63-d330-8758-a635-11d38aa691b6', 'Jintu Das', 5, 12,
   'We had applied for the same grant twice and failed. Third time, with her outline, we got it.'),
  ('62ae304b-766a-85b4-a3c2-b37aa200a6c4', 'dba70c63-d330-8758-a635-11d38aa691b6', 'Priyanka L.', 5, 48,
   'Kind and very practical. She sent the budget template the same evening.'),
  ('1af13f7c-9556-84d3-ac0f-7e7ac08b209b', '77c0b587-1f31-863e-aec9-b6301a88512f', 'Subrat N.', 5, 22,
   'I went in wanting equity and came out with a plan for an overdraft. He was right.'),
  ('f5c01b35-c52e-8445-a341-3bc7312e06e8', '77c0b587-1f31-863e-aec9-b6301a88512f', 'Kavya R.', 4, 90,
   'Great knowledge of lenders. The line from his village dropped twice, he gave us extra time.'),
  ('ff289731-729d-8212-ab7f-cd6f823f06cd', '36ffab08-feca-81b4-a001-a3c7a2ca741d', 'Farah D.', 5, 41,
   'He found a ₹14 lakh error in our model in six minutes and then told us a story about ship paint that I still think about.'),
  ('1747114d-ae63-8f03-a76d-ac2a7cbbac20', '36ffab08-feca-81b4-a001-a3c7a2ca741d', 'Lokesh Y.', 5, 102,
   'Worth waiting a month for.'),
  ('208ff0b9-c322-861f-a1dd-0b60eb8782e2', 'f0b800a8-42c8-8629-a315-eda0aac8167a', 'Tara Menon', 5, 9,
   'We came for a new logo. She talked us out of it and into one honest line on the front of the pack. Reorders are up.'),
  ('d83f2d6d-5b09-803a-a53c-5e43e84cf46e', 'f0b800a8-42c8-8629-a315-eda0aac8167a', 'Zubin K.', 5, 31,
   'Funniest hour of my month and also the most useful.'),
  ('9060c65b-5224-8ce5-a514-47d297308ba9', 'f0b800a8-42c8-8629-a315-eda0aac8167a', 'Ipsita B.', 4, 80,
   'Sharp. Be ready to hear that your name is not working.'),
  ('935cbccc-64a4-894e-abeb-6bce4b7064c8', 'dc511b84-495e-87d2-a2b9-157d5388b5b7', 'Shalini G.', 5, 16,
   'She opened our Instagram and fixed the grid while we talked. Practical to the last minute.'),
  ('2e8ef0dc-4f72-8306-a54d-8d055b7c39b8', 'dc511b84-495e-87d2-a2b9-157d5388b5b7', 'Ankit J.', 4, 70,
   'Good session on pricing. Our products are electronics and she said honestly which parts would not carry over.'),
  ('d856320a-3d7b-8bd8-a1d0-b98e673ce788', '5c022248-d157-8573-a7a4-644543fecbcb', 'Debolina M.', 5, 11,
   'Went in with 23 features, came out with 4. Launched on time for the first time in our lives.'),
  ('788f4da9-46e6-8742-a7b8-bafadaf79bcd', '5c022248-d157-8573-a7a4-644543fecbcb', 'Faiz A.', 5, 39,
   'He made me call a customer during the session. Terrifying. Very good idea.'),
  ('b54c5ff0-7485-8191-a734-655fb376c43e', 'da74c688-fc20-881d-a3c4-92f984798c2c', 'Vaishnavi K.', 5, 6,
   'Our sign-up lost 60% of people on one screen and we had been redesigning a different one.'),
  ('1ad671eb-162b-8afc-a5e7-9b8e4560f810', 'da74c688-fc20-881d-a3c4-92f984798c2c', 'Joel P.', 5, 52,
   'I recommend the role play. Humbling.'),
  ('06eeb312-e323-8443-ad6f-14679337b7e3', 'da74c688-fc20-881d-a3c4-92f984798c2c', 'Manas T.', 4, 88,
   'Clear and structured. Would have liked a template to take home.'),
  ('bae7e37a-ed7a-8bb2-ad91-b7ccd6b31ab0', '853da41c-18a8-8974-a701-52d30aaebe19', 'Ranjana S.', 5, 25,
   'Showed us three things in our app that my own mother could not use. I had never asked her.'),
  ('cd9a03b9-ca29-88cc-ab7a-fc0eb99b8b13', '93c0fb8c-4643-8f91-abc1-7837e0d2f3f1', 'Shreya N.', 5, 14,
   'Cut our cost per delivery from ₹92 to ₹71 by changing pickup times. That was it. Pickup times.'),
  ('7a3b415e-b82c-8246-ab0c-ae693b024b3b', '93c0fb8c-4643-8f91-abc1-7837e0d2f3f1', 'Abdul W.', 4, 67,
   'Knows the ground reality. Bring data or it stays general.'),
  ('ea036c50-db09-8534-a7ea-51e3de000f72', 'ad8c60d5-fa0a-8579-a9d8-c08386c12a7d', 'Nithya V.', 5, 20,
   'BOM went down 18 per cent in one hour. He drew the new bracket by hand and it worked.'),
  ('8acef58c-9e8b-86b4-a850-6527b62e743f', 'ad8c60d5-fa0a-8579-a9d8-c08386c12a7d', 'Chirag D.', 5, 58,
   'Like having a grandfather who knows injection moulding.'),
  ('59754f05-db05-8428-ab62-2432e6ddd25d', 'fd7ea1d3-bfbe-8cba-ac53-8a589ce07658', 'Prakash E.', 5, 3,
   'I had been afraid of my own bank account. Not any more. We moved two payments and have five more months.'),
  ('6edbac2c-7834-8517-a341-cdac372be5da', 'fd7ea1d3-bfbe-8cba-ac53-8a589ce07658', 'Sneha Rao', 5, 36,
   'Explained GST on exports so that my designer co-founder understood it too.'),
  ('69f9f2ed-92d3-8817-a9b7-42fa0a86204c', 'fd7ea1d3-bfbe-8cba-ac53-8a589ce07658', 'Tejas M.', 5, 94,
   'Best value on this site.'),
  ('0c0a4e8c-beb0-85dc-ab38-52aafe76151d', 'b0ad32b8-ce3e-81f6-a23a-bb8438be9ea9', 'Amandeep G.', 5, 28,
   'We were a month from splitting up. We did not.'),
  ('1fcf22d6-0d3d-8183-a442-57dd0698ee3c', 'b0ad32b8-ce3e-81f6-a23a-bb8438be9ea9', 'Leena C.', 4, 85,
   'Good framework for offers. The follow-up note was excellent.'),
  ('afb1df23-92b2-8df8-a00b-13af5042f674', 'a016b7cc-3436-8d99-ab6c-9a0831c9f2d5', 'Vineet S.', 5, 7,
   'Did the role play, hated it, booked a second one. Closed our first mill the week after.'),
  ('14e7ada3-94c0-8814-aaf8-58aa46309922', 'a016b7cc-3436-8d99-ab6c-9a0831c9f2d5', 'Rhea Thomas', 5, 24,
   'My pitch was four minutes. It is now two questions.'),
  ('a12785c8-8e35-87d9-acb4-cfccd6ff990b', 'a016b7cc-3436-8d99-ab6c-9a0831c9f2d5', 'Balwinder', 5, 59,
   'Straight talk. Recovered ₹3.2 lakh of dues with his script.'),
  ('ea19f22e-696a-8ca9-a7ba-f80104ead158', '88a85377-92ea-8843-a837-56a2c83abc3e', 'Pallavi D.', 5, 18,
   'Doubled the price on new customers. Nobody blinked.'),
  ('4c439880-6640-8558-adc8-210be9bb2065', '88a85377-92ea-8843-a837-56a2c83abc3e', 'Siddharth W.', 4, 77,
   'Expensive but it paid for itself in a month.'),
  ('5004159c-05f4-8e39-a122-5f114dc6f936', '512c7b3f-a335-8664-a575-bf9e3e699af1', 'Mitali S.', 4, 45,
   'Detailed margins for each layer of the trade. I had them all wrong.'),
  ('3a03d9f4-29a2-83e3-ad7d-fca9946186e8', '512c7b3f-a335-8664-a575-bf9e3e699af1', 'Keyur P.', 5, 110,
   'Very grounded person. Take notes, he goes fast.'),
  ('bc5f5159-bad0-868f-a7cd-fe401b668b4e', '9d4d2400-c507-8d62-a0b9-918ee7544539', 'Mounika B.', 5, 4,
   'Talked us out of microservices. Our two developers have stopped crying.'),
  ('93d78507-8e65-8cf5-a41f-2356319dbcee', '9d4d2400-c507-8d62-a0b9-918ee7544539', 'Rahul Iyer', 5, 30,
   'Cloud bill from ₹1.9 lakh to ₹64,000. He found it in the first twenty minutes.'),
  ('b4530a20-f676-8ab9-a76b-86ec0e499ff6', '9d4d2400-c507-8d62-a0b9-918ee7544539', 'Geetika', 5, 72,
   'I do not code and I followed everything. Hired the right person because of the interview he wrote for us.'),
  ('55f90ac5-2dbf-867a-a32c-a295bbc3b6ae', '63427951-a57f-8d0a-a932-d82fdba3f49e', 'Bijoy T.', 5, 21,
   'Cold start went from 9 seconds to under 2 on my father’s phone. That was my benchmark.'),
  ('87cc741b-1579-82ae-a905-e793361b52e2', '63427951-a57f-8d0a-a932-d82fdba3f49e', 'Charu M.', 4, 66,
   'Strong on Android. iOS not so much, and she says so up front.'),
  ('1d364515-b9bd-8e9e-ac45-48e07aa4f8c6', '674d189b-a956-80ae-afb5-9fbe521d404d', 'Anoop J.', 5, 50,
   'Battery life from 11 days to 7 months after one firmware change he suggested.'),
  ('b92a1465-7e9d-8fcc-a148-888cff1c7de8', '4de20cf0-4667-8fce-abfe-fc56fb3d789e', 'Tanmoy R.', 5, 13,
   'We were about to pay for a chatbot. She suggested six canned replies. Complaints halved.'),
  ('7eb0ea1f-d5bd-8c04-ac8a-160866a84b4d', '4de20cf0-4667-8fce-abfe-fc56fb3d789e', 'Ayushi V.', 5, 61,
   'First person to explain our A/B test results in a way I could defend to investors.'),
  ('667a8850-682d-8020-ac95-b18c8989e354', '61961dbf-bed2-8c2d-a48d-bf444e7e5a06', 'Ruchi Z.', 5, 10,
   'One WhatsApp message on day 24. Written by her, sent by us, 19% reordered.'),
  ('61767ddf-b65d-82c8-ab2e-0646c283b243', '61961dbf-bed2-8c2d-a48d-bf444e7e5a06', 'Harsh P.', 5, 43,
   'The cohort chart made me slightly ill and then very focused.'),
  ('e6d32afc-1880-8a9a-a353-6eccce6c288f', '1ea6fc0a-b3cb-81c4-adfc-59ff63e79aff', 'Passang D.', 5, 38,
   'Gave us a referral idea that cost nothing and filled three weekends.'),
  ('73ba0818-4bca-81e9-a22d-89883d6172da', '8d475349-91a6-81c3-a156-c840065767c5', 'Deepti L.', 5, 17,
   'Paused our best-looking campaign. Sales did not move at all. Lesson learned.'),
  ('20eb78b1-7b0d-8aa0-a139-c83eb3b4e832', '8d475349-91a6-81c3-a156-c840065767c5', 'Imran H.', 3, 49,
   'Useful audit, though I already knew part of it. The landing-page advice was new.'),
  ('de28f6d5-8011-8350-a3d2-0a48efb55936', '8d475349-91a6-81c3-a156-c840065767c5', 'Saloni K.', 5, 95,
   'Fast, honest, no upselling of his agency.')
) as v (id, mentor_id, author, rating, days_ago, comment)
on conflict do nothing;

-- Only where nobody has chosen the mentors of the home page yet.
update public.mentors m set is_featured_on_homepage = true, homepage_display_order = v.place
from (values
  ('02db88c4-dc94-8fb7-ae7d-e91067876e45', 1),
  ('f0b800a8-42c8-8629-a315-eda0aac8167a', 3),
  ('a016b7cc-3436-8d99-ab6c-9a0831c9f2d5', 4),
  ('9d4d2400-c507-8d62-a0b9-918ee7544539', 2)
) as v (id, place)
where m.id = v.id::uuid and not exists (select from public.mentors where is_featured_on_homepage);

insert into public.partner_logos (id, name, image_url, order_index) values
  ('69af9c41-245f-8121-ada9-0623fa48cbd9', 'Tarini Seed Fund', '/demo/partners/tarini-seed-fund.svg', 1),
  ('dee7803d-aeb0-8e56-a043-cfbb369cc3d0', 'Pahal Foundry', '/demo/partners/pahal-foundry.svg', 2),
  ('3c6825ab-65b0-8170-a846-a18b70d8b055', 'meghdoot', '/demo/partners/meghdoot-cloud.svg', 3),
  ('12f7e7cf-1ae9-845c-a61a-2d9d920832ae', 'Banyan & Salt', '/demo/partners/banyan-and-salt.svg', 4),
  ('ba623e0d-4ffb-84df-ab68-b1cca172605d', 'Chowk Collective', '/demo/partners/chowk-collective.svg', 5),
  ('c1bc279b-8158-8ce8-a259-40c4d8c61638', 'Luit Impact', '/demo/partners/luit-impact-office.svg', 6),
  ('b3f2ba44-97dc-82c4-a9b6-cb6ae47c1a79', 'KADAMBA', '/demo/partners/kadamba-works.svg', 7),
  ('d026c4ac-e5e5-8833-a60a-f7e654ad03eb', 'Varsha Labs', '/demo/partners/varsha-labs.svg', 8)
on conflict do nothing;

-- The video ids are placeholders: no video on YouTube has them.
insert into public.podcasts
  (id, title, description, youtube_url, youtube_id, thumbnail_url, published, is_featured, created_at)
values
  ('be70e12a-a7da-8292-a106-e1d5f634520a', 'The first cheque: what a seed investor writes down after you leave',
   'Ananya Deshpande reads out her real notes from three first meetings, with names removed, and says which line decided each of them.',
   'https://www.youtube.com/watch?v=DEMO-EP-006', 'DEMO-EP-006', '/demo/podcasts/episode-6-640.webp', true, true, now() - interval '5 days'),
  ('060c6273-e360-84f8-a2ae-a475583919f7', 'An app that works on the Imphal bus',
   'No signal for forty minutes, a four-year-old phone, and a payment that has to arrive once. Sanathoi Laishram on building for the road between towers.',
   'https://www.youtube.com/watch?v=DEMO-EP-005', 'DEMO-EP-005', '/demo/podcasts/episode-5-640.webp', true, false, now() - interval '19 days'),
  ('b25e0f81-1379-85f0-ad85-46727b94d7d8', 'Twelve hundred shops and one scooter',
   'Jignesh Vadgama took his first samples round Rajkot himself. What shopkeepers taught him about credit, shelf height and the second order.',
   'https://www.youtube.com/watch?v=DEMO-EP-004', 'DEMO-EP-004', '/demo/podcasts/episode-4-640.webp', true, false, now() - interval '33 days'),
  ('56a9b6cd-659e-8187-a208-8868ba902b1d', 'Five interviews before the first screen',
   'Sumati Hegde plays back a research call that went wrong, and the one question that would have saved it. Bring your own script.',
   'https://www.youtube.com/watch?v=DEMO-EP-003', 'DEMO-EP-003', '/demo/podcasts/episode-3-640.webp', true, false, now() - interval '47 days'),
  ('c8debac5-5f57-8a34-a0ca-6b21b29a759c', 'Your eleventh hire is not like your tenth',
   'When does a team need a manager, a pay band, a leave policy? Daljeet Kaur Sekhon on the months in which a company stops being a table.',
   'https://www.youtube.com/watch?v=DEMO-EP-002', 'DEMO-EP-002', '/demo/podcasts/episode-2-640.webp', true, false, now() - interval '61 days'),
  ('f908c7a2-235f-808d-ae5e-202985fada86', 'Point zero, recorded in a college canteen',
   'Our first episode. Behram Sukhadwala answers money questions from second-year students until the canteen closes.',
   'https://www.youtube.com/watch?v=DEMO-EP-001', 'DEMO-EP-001', '/demo/podcasts/episode-1-640.webp', true, false, now() - interval '75 days')
on conflict do nothing;

insert into public.video_testimonials
  (id, name, role, company, video_url, thumbnail_url, is_featured, created_at)
values
  ('7cc2e8d4-8385-8163-a8b8-b8705723f9df', 'Ritika Solanki', 'Founder', 'Tiffin Ledger', '/demo/stories/radiating.mp4', '/demo/stories/ritika-solanki.webp', true, now() - interval '9 days'),
  ('87721e90-7e1f-85a7-a1b8-e6b0509d8a28', 'Moses Khongwir', 'Co-founder', 'Sohra Honey Works', '/demo/stories/arriving.mp4', '/demo/stories/moses-khongwir.webp', false, now() - interval '16 days'),
  ('f8b263fd-efff-87b8-aa1e-93b80bb12025', 'Gayathri Anbazhagan', 'Student entrepreneur', 'Kaveri Sensors', '/demo/stories/radiating.mp4', '/demo/stories/gayathri-anbazhagan.webp', false, now() - interval '24 days'),
  ('d73d2666-bc8f-8864-a0ce-d5f860d8c1cb', 'Zaid Mansoori', 'Founder, first-time', null, '/demo/stories/arriving.mp4', '/demo/stories/zaid-mansoori.webp', false, now() - interval '41 days')
on conflict do nothing;

insert into public.impact_stories (id, name, experience, image_url, is_approved, created_at)
values
  ('e52a6e31-1432-8bb7-ae5f-c5e0fe060c13', 'Hanna Cherian',
   E'I booked a session to talk about marketing and we never got to it. The first question was how many of our customers had come back, and I had to open the spreadsheet to say that it was nine of eighty. We spent the hour on those nine. I have called all of them since, and the product is smaller and better for it.',
   '/demo/faces/hanna-cherian-320.webp', false, now() - interval '0.3 days'),
  ('8e0309b5-0299-8a0b-a3f7-637c7dd97763', 'Vikrant Solanke',
   E'Good advice on company registration. Saved me one full month of running around and the fees of a second consultant.',
   null, false, now() - interval '1.4 days'),
  ('8092f21b-0c26-8a80-a41c-75c89d793537', 'Tanvi Rajwade',
   E'I came with a deck of 31 slides and left with one page. My mentor asked who pays, when, and why not last year, and I had no answer to the second.' || E'\n' ||
   E'' || E'\n' ||
   E'We rebuilt our pricing around the harvest instead of the month. Four cooperatives near Nashik signed before the season began, and for the first time our revenue does not depend on my own phone calls.',
   '/demo/faces/tanvi-rajwade-320.webp', true, now() - interval '3.2 days'),
  ('912153a1-d756-8b3a-ae54-7a2ed9ff84ca', 'Obed Zothansanga',
   E'One hour told me what six months of guessing had not: my customers were the hostels, not the students. We stopped building the app that week and started delivering. Today it is 900 meals a day in Aizawl.',
   null, true, now() - interval '8.6 days'),
  ('d7f261a0-b93b-86bb-a933-6335e82ca276', 'Shruti Bagchi',
   E'Two investors had said no and I had decided that the third would be the last. My mentor read the deck aloud to me, slowly, as a stranger would, and stopped at slide four. “Here I no longer know what you sell.” She was right. We cut everything after it and began with the clinic in Siliguri where the device already worked.' || E'\n' ||
   E'' || E'\n' ||
   E'The third investor still said no. The fourth introduced us to the hospital chain that is now our largest customer. I keep the recording of that first hour, because I needed somebody to be honest with me before it became expensive.',
   '/demo/faces/shruti-bagchi-320.webp', true, now() - interval '15.1 days'),
  ('0bd829ca-b0b1-891d-ae10-03244ca6ffe0', 'Faizan Qadri',
   E'My co-founder and I had stopped talking about money, which meant we had stopped talking. The mentor made us write down, separately, what each of us thought we had agreed on. We had agreed on almost nothing. It took one more session to sign a proper founders’ agreement, and we are still friends.',
   '/demo/faces/faizan-qadri-320.webp', true, now() - interval '22.4 days'),
  ('dec2b3be-1434-8f31-aebb-59d4daa48604', 'Nandini Poojary',
   E'I sell pickles made by 40 women around Udupi. I thought that I needed funding. What I needed was to know my cost for one jar, and nobody had ever asked me for it.' || E'\n' ||
   E'' || E'\n' ||
   E'We found that every jar sent outside Karnataka lost ₹18. Now they go out in boxes of six, and the women were paid a bonus at Deepavali.',
   null, true, now() - interval '33.7 days'),
  ('3f7aad14-1706-8df6-a6d9-99002be17ec4', 'Prabhjot Sidhu',
   E'He told me to fire my biggest customer. I did. We have been profitable since March.',
   '/demo/faces/prabhjot-sidhu-320.webp', true, now() - interval '41.2 days'),
  ('33a901d2-20b1-8437-a968-0229edfcddbc', 'Yamini Kondapalli',
   E'Third year of engineering, no money, one prototype that measured soil moisture on a good day.' || E'\n' ||
   E'' || E'\n' ||
   E'What changed after two sessions:' || E'\n' ||
   E'– we stopped selling to farmers and began with nurseries, who decide in a week' || E'\n' ||
   E'– the sensor lost its screen, its app and half its price' || E'\n' ||
   E'– I learnt to say “I do not know yet” in a meeting' || E'\n' ||
   E'' || E'\n' ||
   E'Eleven nurseries pay us every month now, and my parents have stopped asking about placements.',
   '/demo/faces/yamini-kondapalli-320.webp', true, now() - interval '58.3 days'),
  ('cd1f3038-0249-870c-a690-688074d6aff4', 'Lalit Bhuyan',
   E'From Jorhat it can feel as if everything happens in Bengaluru. My mentor had built his first company in a town smaller than mine, and he knew exactly which problems were mine and which came with the distance. Our tea now ships to nine cities, and two of my batchmates have come back home to work with me.',
   '/demo/faces/lalit-bhuyan-320.webp', true, now() - interval '76.5 days')
on conflict do nothing;

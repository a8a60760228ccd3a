const words = (list: string): string[] => list.trim().split(/\s+/);
const phrases = (list: string): string[] => list.split(',').map((phrase) => phrase.trim());

export const givenNames = words(`
  Ada Amara Andre Aya Ben Bianca Carlos Chen Clara Daniel Devi Elena Emil Esra Farid Fiona Grace Hana Hugo Ines
  Ivan Jonas Julia Kai Kenji Laila Leo Lucia Marco Maya Mina Nadia Noah Nora Oscar Paula Pedro Priya Rafael Rosa
  Samuel Sara Selma Tariq Tessa Tomas Vera Victor Yara Zoe`);

export const familyNames = words(`
  Abbott Adeyemi Almeida Bauer Becker Bianchi Brandt Castro Cohen Dahl Dubois Duarte Evans Fischer Fontaine Garcia
  Gruber Haddad Hansen Hoffmann Ito Jensen Kaya Keller Kim Kowalski Kumar Lang Larsen Lopez Maier Meyer Moreau
  Nakamura Novak Okafor Olsen Park Petrov Quinn Reyes Rossi Santos Schmid Silva Tanaka Turner Varga Weber Wong`);

export const clientNames = phrases(`
  Northwind Traders, Alpine Rail, Blue Harbor Logistics, Cedar Valley Health, Danube Energy, Evergreen Foods,
  Fairview Insurance, Granite Bank, Highland Outfitters, Ironbridge Steel, Juniper Hotels, Kestrel Airways,
  Lakeside University, Meridian Telecom, Nova Pharma, Orchard Retail, Pinnacle Motors, Quayside Media,
  Riverton City Council, Summit Sports`);

export const industries = phrases('retail, transport, health, energy, finance, tourism, education, media');

export const cities = words('Vienna Lisbon Boston Toronto Singapore');

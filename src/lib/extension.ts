// The URI of our one A2A extension. Its parameters on the card publish the input schemas of the skills; its metadata on a
// message names a skill and gives the arguments. A2A 1.0 §4.6.

export const skillContractExtension = 'urn:x-skillgate:skill-contract:1';

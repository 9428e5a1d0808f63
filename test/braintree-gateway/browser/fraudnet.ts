/** Stands in for the script that learns about devices: it says so on the page, and sends nothing. */
document.documentElement.dataset.fraudnet = 'collected';

export {};

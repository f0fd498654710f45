/** Given names and surnames that go together, by region, so that generated people are not a muddle. */
type Region = { women: string[]; men: string[]; surnames: string[]; city: string[] };

const list = (words: string) => words.split(' ');

export const REGIONS: Region[] = [
  {
    women: list('Aditi Mrunal Sayali Rutuja Gauri Manasi Shraddha Ketaki'),
    men: list('Ameya Chinmay Tushar Sanket Nikhil Prathamesh Rohan Aniket'),
    surnames: list('Kulkarni Joglekar Sathe Bapat Pawar Gokhale Khadilkar Limaye Shinde Wagle'),
    city: list('Pune Nashik Nagpur Mumbai'),
  },
  {
    women: list('Kavitha Meenakshi Sangeetha Deepika Yamini Nithya Abirami Revathi'),
    men: list('Senthil Vignesh Ashwin Prabhu Muthu Karthikeyan Dinesh Gowtham'),
    surnames: list('Ramanathan Subramaniam Palanisamy Natarajan Elango Sundaram Murugesan Velu Chandran'),
    city: list('Chennai Coimbatore Madurai Salem'),
  },
  {
    women: list('Sravani Lasya Harika Swapna Keerthi Anusha Tejaswini'),
    men: list('Praneeth Sai Vamsi Phani Rakesh Chaitanya Ravi Srikar'),
    surnames: list('Yerramilli Kondapalli Vemuri Gudipati Pothineni Bandaru Chintala Addepalli'),
    city: list('Hyderabad Vijayawada Visakhapatnam Warangal'),
  },
  {
    women: list('Simran Jasleen Navneet Gurleen Manpreet Harleen'),
    men: list('Gurpreet Jaspal Arshdeep Navjot Karanbir Manjot'),
    surnames: list('Sandhu Dhillon Gill Brar Sidhu Randhawa Grewal'),
    city: list('Ludhiana Amritsar Chandigarh Jalandhar'),
  },
  {
    women: list('Moumita Sohini Paromita Tista Ishani Rituparna Anwesha'),
    men: list('Arnab Subhajit Sourav Anirban Kaustav Debanjan Saptarshi'),
    surnames: list('Bhattacharya Ghoshal Mitra Chakraborty Dutta Lahiri Kundu Sanyal Nandi'),
    city: list('Kolkata Siliguri Durgapur'),
  },
  {
    women: list('Hetal Komal Urvi Jhanvi Krupa Foram Dhwani'),
    men: list('Parth Mehul Dhruv Ketan Hardik Jay Nirav'),
    surnames: list('Joshipura Desai Trivedi Vasavada Dholakia Parikh Zaveri Majmudar'),
    city: list('Ahmedabad Surat Vadodara Rajkot'),
  },
  {
    women: list('Anjali Shruti Neha Pallavi Vidhi Garima Shivani Ritika'),
    men: list('Abhishek Vivek Ashutosh Manish Saurabh Prateek Alok Utkarsh'),
    surnames: list('Srivastava Dwivedi Chaturvedi Rastogi Agnihotri Bajpai Saxena Awasthi Nigam'),
    city: list('Lucknow Kanpur Varanasi Prayagraj Bhopal'),
  },
  {
    women: list('Anju Neethu Lekshmi Sneha Teena Aparna Divya'),
    men: list('Vishnu Arun Jithin Basil Nikhil Roshan Anand'),
    surnames: list('Kurup Menon Panicker Chacko Kuruvilla Warrier Thampi Mathew'),
    city: list('Kochi Kozhikode Thrissur Thiruvananthapuram'),
  },
  {
    women: list('Chaitra Ramya Spoorthi Pavithra Sahana Vidya'),
    men: list('Raghav Sandesh Suhas Kiran Prajwal Vinay'),
    surnames: list('Shanbhag Bhat Gowda Kamath Hebbar Upadhya Patil Murthy'),
    city: list('Bengaluru Mysuru Mangaluru Hubballi'),
  },
  {
    women: list('Sana Zoya Rehana Afreen Nazia Mariam'),
    men: list('Faisal Aamir Danish Junaid Sameer Yusuf'),
    surnames: list('Siddiqui Ansari Qureshi Rizvi Usmani Farooqui Khatri'),
    city: list('Hyderabad Aligarh Bhopal Mumbai'),
  },
  {
    women: list('Pallabi Jonali Rimjhim Daisy Lalrin Tsering'),
    men: list('Dhruba Manash Rituraj Bikash Zorin Karma'),
    surnames: list('Saikia Phukan Gogoi Hazarika Kalita Deka Bhutia'),
    city: list('Guwahati Jorhat Dibrugarh Gangtok'),
  },
];
